# Donor Lab. `make run` and `make test` set up what they need by themselves;
# `make help` lists the rest. Go 1.24 or newer and make are taken as present.
SHELL := /bin/bash

# imgui's C++ needs optimising to be usable, and one of its warnings is a false alarm of gcc 12.
export CGO_CXXFLAGS ?= -O2 -Wno-stringop-overflow

# An exact version: the newest that builds with Go 1.24 and reads what later Go versions compile.
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.6.1

FILE ?=
OUT ?= out/demo
FUZZTIME ?= 20s
BENCH ?= .
PKG ?= ./...
TESTTIMEOUT ?= 40m

.DEFAULT_GOAL := help
.PHONY: help run build test lint bench fuzz deps deps-run assets clean

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' Makefile

run: ## the lab on the sample, or on FILE=model.glb; without a display, labctl's demo into OUT
	@if [ "$$(uname -s)" != Linux ] || [ -n "$$DISPLAY" ]; then \
	  bash internal/house/deps.sh run && \
	  echo "building the lab (the first time takes a minute or two) ..." && \
	  go build -o bin/ ./cmd/lab && exec ./bin/lab $(if $(FILE),"$(FILE)"); \
	else \
	  bash internal/house/deps.sh headless && \
	  echo "no DISPLAY is set: running the whole job without a window" && \
	  CGO_ENABLED=0 go build -o bin/ ./cmd/labctl && \
	  ./bin/labctl demo $(if $(FILE),"$(FILE)") --out "$(OUT)" && \
	  echo "the results are in $$(cd "$(OUT)" && pwd)"; \
	fi

build: deps-run ## bin/lab and bin/labctl
	go build -o bin/ ./cmd/lab ./cmd/labctl

# Packages that try fewer cases under the race detector are run again without it: see internal/house/racing.
test: deps lint ## everything that CI checks: lint, all tests with the race detector, the outside judges
	LAB_REQUIRE_ORACLES=1 go test -race -timeout $(TESTTIMEOUT) $(PKG)
	LAB_REQUIRE_ORACLES=1 go test -timeout $(TESTTIMEOUT) $$(go list -f '{{.ImportPath}} {{join .TestImports " "}} {{join .XTestImports " "}}' $(PKG) | awk '/house\/racing/{print $$1}')

lint: ## gofmt, go vet, staticcheck, and which package may import which
	@bad=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go')); \
	  if [ -n "$$bad" ]; then echo "not gofmt'd: $$bad"; echo "run: gofmt -w $$bad" | tr '\n' ' '; echo; exit 1; fi
	go vet ./...
	go run $(STATICCHECK) ./...
	go run ./internal/house/floors

bench: deps ## benchmarks (BENCH=regexp PKG=./internal/...), with the machine's name
	@bash internal/house/bench.sh '$(BENCH)' $(PKG)

fuzz: ## every fuzz target for FUZZTIME
	@bash internal/house/fuzz.sh '$(FUZZTIME)'

deps: ## install what building and testing need
	@bash internal/house/deps.sh test

deps-run:
	@bash internal/house/deps.sh run

assets: ## make the sample models, maps and orders again (the same bytes each time)
	go run ./internal/samples/gen
	go run ./internal/flight/gen

clean: ## remove what was built
	rm -rf bin out .cache
