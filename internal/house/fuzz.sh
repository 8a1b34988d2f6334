#!/usr/bin/env bash
# Runs every fuzz target of the module for the given time each.
set -euo pipefail
fuzztime=${1:-20s}
n=0
for pkg in $(go list ./...); do
	for f in $(go test -list '^Fuzz' "$pkg" | grep '^Fuzz' || true); do
		echo "== $pkg $f"
		go test -run='^$' -fuzz="^$f\$" -fuzztime="$fuzztime" "$pkg"
		n=$((n + 1))
	done
done
echo "$n fuzz targets ran for $fuzztime each"
