#!/usr/bin/env bash
# Installs what is missing to build and run the window ("run") or also to test
# ("test"); "headless" only looks for Go, which is all that labctl needs. Does
# nothing, and asks no network, when all is there. Debian and its children
# are served; elsewhere it prints what to install.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
want=${1:-test}

say() { echo "deps: $*" >&2; }

check_go() {
	if ! command -v go >/dev/null; then
		say "Go is not installed: get Go 1.24 or newer from the Go website or your system's packages, and put it on PATH"
		exit 1
	fi
	local v major minor
	v=$(go env GOVERSION)
	v=${v#go}
	major=${v%%.*}
	minor=${v#*.}
	minor=${minor%%[!0-9]*}
	if [ "$major" -lt 1 ] || { [ "$major" -eq 1 ] && [ "${minor:-0}" -lt 24 ]; }; then
		say "Go $v is too old: install Go 1.24 or newer"
		exit 1
	fi
}

# The window needs a C++ compiler and X11's headers; the tests also start a
# virtual screen, drive it, and ask judges that run in Node.
packages=(gcc g++ libc6-dev pkg-config libx11-dev libxcursor-dev libxi-dev
	libxinerama-dev libxrandr-dev libxxf86vm-dev libgl-dev libgl1-mesa-dri)
if [ "$want" = test ]; then
	packages+=(xvfb xauth xdotool)
	command -v node >/dev/null || packages+=(nodejs)
	command -v npm >/dev/null || packages+=(npm)
fi

missing_packages() {
	local p
	for p in "${packages[@]}"; do
		case $(dpkg-query -W -f='${Status}' "$p" 2>/dev/null || true) in
		"install ok installed") ;;
		*) echo "$p" ;;
		esac
	done
}

install_packages() {
	if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
		[ "$(uname -s)" = Linux ] || return 0
		if ! command -v g++ >/dev/null; then
			say "this is not a Debian system; install its packages for: ${packages[*]}"
		fi
		return 0
	fi
	local missing=()
	mapfile -t missing < <(missing_packages)
	[ ${#missing[@]} -gt 0 ] || return 0
	local sudo=()
	if [ "$(id -u)" -ne 0 ]; then
		if ! command -v sudo >/dev/null; then
			say "as root, run: apt-get install -y --no-install-recommends ${missing[*]}"
			exit 1
		fi
		sudo=(sudo)
	fi
	say "installing ${missing[*]}"
	"${sudo[@]}" apt-get update -qq ||
		say "apt-get update failed; going on with the package list that is there"
	if ! "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2; then
		say "could not install ${missing[*]}; install them by hand and try again"
		exit 1
	fi
}

# The judges' exact versions and checksums are in oracle/package-lock.json. They
# live in the user's cache, so that every clone shares them.
install_oracles() {
	local dir=${LAB_ORACLES:-${XDG_CACHE_HOME:-$HOME/.cache}/donorlab/oracles}
	if [ -d "$dir/node_modules/gltf-validator" ] && [ -d "$dir/node_modules/three" ] &&
		cmp -s "$here/oracle/package-lock.json" "$dir/package-lock.json"; then
		return 0
	fi
	say "installing the test judges (gltf-validator, three) into $dir"
	mkdir -p "$(dirname "$dir")"
	local tmp
	tmp=$(mktemp -d "$dir.new-XXXXXX")
	cp "$here/oracle/package.json" "$here/oracle/package-lock.json" "$tmp/"
	if ! (cd "$tmp" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2); then
		rm -rf "$tmp"
		say "npm could not install the test judges; check that the npm registry can be reached"
		exit 1
	fi
	rm -rf "$dir"
	mv "$tmp" "$dir"
}

check_go
if [ "$want" = headless ]; then
	exit 0
fi
install_packages
if [ "$want" = test ]; then
	install_oracles
fi
