#!/bin/sh
# Writes the current digests of the image tags into docker/Dockerfile and docker-compose.yml, so that builds are
# reproducible: sh docker/pin-images.sh. Needs Docker with buildx, and the network. Run again to move to newer images.
set -eu
cd "$(dirname "$0")/.."

pin() {
  file=$1
  tag=$2
  digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$tag")
  case $digest in
    sha256:*) ;;
    *) echo "No digest for $tag: $digest" >&2; exit 1 ;;
  esac
  # Replaces a digest that the tag has already.
  sed "s|$tag\(@sha256:[0-9a-f]*\)\{0,1\}|$tag@$digest|" "$file" >"$file.pinned"
  cat "$file.pinned" >"$file"
  rm "$file.pinned"
  echo "$file: $tag@$digest"
}

for tag in $(sed -n 's/^ARG [A-Z]*_IMAGE=\([^@]*\).*/\1/p' docker/Dockerfile); do pin docker/Dockerfile "$tag"; done
for tag in $(sed -n 's/^ *image: \([^@]*\).*/\1/p' docker-compose.yml); do pin docker-compose.yml "$tag"; done
