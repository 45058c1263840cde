#!/bin/sh
# Builds the ffmpeg that cuts clips, from Debian's own source package with Debian's security fixes: sh build-ffmpeg.sh DIR
# Debian's binary package brings 689 MB of graphics and sound libraries, for screens and devices that a server does not
# have. This one is a file of 7 MB that can do what backend/sandbox/src/clips asks of it, and nothing else:
# what it cannot read, a hostile file cannot break.
set -eu

prefix=$1

# The release's list names binary packages only. What apt fetches is checked against Debian's signatures.
sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources
apt-get update
apt-get install -y --no-install-recommends dpkg-dev gcc libc6-dev libx264-dev nasm pkg-config zlib1g-dev
mkdir -p /usr/src/ffmpeg
cd /usr/src/ffmpeg
apt-get source ffmpeg
cd ffmpeg-*/

./configure --prefix="$prefix" \
  --disable-everything --disable-autodetect --disable-debug --disable-doc --disable-ffplay --disable-ffprobe \
  --disable-avdevice --disable-network --enable-gpl --enable-libx264 --enable-zlib \
  --enable-protocol=file,pipe \
  --enable-demuxer=image2,mov,matroska \
  --enable-decoder=mjpeg,h264,hevc,vp9,aac,opus,vorbis \
  --enable-parser=mjpeg,h264,hevc,vp9,aac,opus,vorbis \
  --enable-bsf=h264_mp4toannexb,hevc_mp4toannexb,vp9_superframe_split,extract_extradata \
  --enable-filter=zoompan,fade,format,scale \
  --enable-encoder=libx264,mjpeg \
  --enable-muxer=mp4,image2
make -j "$(nproc)" ffmpeg
strip ffmpeg
install -D ffmpeg "$prefix/bin/ffmpeg"
# Whoever passes the executable on has to say, by the GNU General Public Licence, which source it was made from.
install -D -m 644 debian/copyright "$prefix/share/doc/ffmpeg/copyright"
dpkg-parsechangelog --show-field Version >"$prefix/share/doc/ffmpeg/debian-version"
