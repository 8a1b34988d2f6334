#!/usr/bin/env bash
# Side by side: `labctl rig` and headless Blender on the same model, whole processes from start to exit, best of RUNS.
#   bench/rig.sh [FILE.glb]     BLENDER=blender RUNS=5
# labctl also finds the parts' roles, fits their axles and tests which parts are inside; Blender only loads, binds each
# part to a bone and writes.
set -euo pipefail
cd "$(dirname "$0")/.."
file=${1:-assets/stealth_helicopter.glb}
blender=${BLENDER:-blender}
runs=${RUNS:-5}
command -v "$blender" >/dev/null || { echo "rig.sh: no Blender: apt-get install blender, or set BLENDER" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CGO_ENABLED=0 go build -o "$work/labctl" ./cmd/labctl

# best CMD...: the shortest wall time of all runs, in ms.
best() {
	local least=0 i from ms
	for ((i = 0; i < runs; i++)); do
		from=$(date +%s%N)
		"$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 3; }
		ms=$((($(date +%s%N) - from) / 1000000))
		if ((least == 0 || ms < least)); then least=$ms; fi
	done
	echo "$least"
}

ours=$(best "$work/labctl" rig "$file" -o "$work/ours.glb" --quiet)
theirs=$(best "$blender" --background --factory-startup --python bench/blender_rig.py -- "$file" "$work/theirs.glb")
grep '^blender: ' "$work/log" || { cat "$work/log" >&2; exit 3; }
echo "$file, best of $runs: labctl rig $ours ms, Blender $theirs ms, ratio $(awk "BEGIN{printf \"%.1f\", $theirs/$ours}")"
