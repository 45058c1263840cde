#!/bin/sh
# Takes out of the packages what the image does not run: sh docker/trim-packages.sh, in the project's folder.
set -eu

# The image has an ffmpeg of its own.
rm -rf node_modules/@ffmpeg-installer
# Types and maps: Node reads neither.
find . -type f -path '*/node_modules/*' \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete
