#!/bin/sh
# Makes the small films of docs/walk.md, from a model of our own. Run it from the
# top of the repository.
set -e
video() { go run ./cmd/labctl video sample:walker --out docs/walk --only-preview gif --msaa 4 --quiet "$@"; }
video --clip idle,strafe,run,startStop,jump,noclip --size 192x120 --preview-fps 12 --preview-colors 32
video --clip walk --size 192x120 --preview-fps 7.5 --preview-colors 28
video --clip showcase --size 128x80 --preview-fps 4 --preview-colors 16
