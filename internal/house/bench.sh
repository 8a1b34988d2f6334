#!/usr/bin/env bash
# Runs the benchmarks after saying on what machine: a figure without it means
# little. Without packages named, the time to the window's first frame too.
set -euo pipefail
pattern=${1:-.}
shift || true
cpu=$(awk -F': ' '/^model name/{print $2; exit}' /proc/cpuinfo 2>/dev/null || true)
echo "machine: $(uname -n), $(uname -sm), ${cpu:-unknown CPU}, $(getconf _NPROCESSORS_ONLN) cores, $(go env GOVERSION)"
go test -run='^$' -bench="$pattern" -benchmem "${@:-./...}" | awk '!/no test files/ && !/^PASS/ && !/^ok/'

if [ "${*:-./...}" = ./... ] && [ "$pattern" = . ] && command -v xvfb-run >/dev/null; then
	go build -o bin/ ./cmd/lab
	state=$(mktemp -d)
	trap 'rm -rf "$state"' EXIT
	echo "start of the process to the first frame, under Xvfb, five times:"
	for _ in 1 2 3 4 5; do
		LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s "-screen 0 1280x720x24" \
			./bin/lab -config "$state/config" -cache "$state/cache" -first-frame -exit-after 2
	done
fi
