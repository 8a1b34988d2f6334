#!/usr/bin/env bash
# Runs the benchmarks after saying on what machine: a figure without it means little.
set -euo pipefail
pattern=${1:-.}
shift || true
cpu=$(awk -F': ' '/^model name/{print $2; exit}' /proc/cpuinfo 2>/dev/null || true)
echo "machine: $(uname -n), $(uname -sm), ${cpu:-unknown CPU}, $(getconf _NPROCESSORS_ONLN) cores, $(go env GOVERSION)"
go test -run='^$' -bench="$pattern" -benchmem "${@:-./...}" | grep -v '^ok .*no test\|\[no test files\]$\|^PASS$'
