#!/bin/sh
# Builds the ffmpeg that makes clips and renders films, from Debian's source package with Debian's security fixes:
# sh build-ffmpeg.sh DIR. The executable has 7 MB and only the features that backend/sandbox/src/clips and
# backend/src/generation/kinds/film/renderer use: a hostile file cannot exploit a format that ffmpeg does not read.
# Debian's binary package would add 689 MB of graphics and sound libraries for screens and devices that a server lacks.
set -eu

prefix=$1

# Adds source packages: the list that comes with the release has binary packages only. apt checks the signature of each
# download.
sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources
apt-get update
apt-get install -y --no-install-recommends dpkg-dev gcc libc6-dev libdav1d-dev libx264-dev nasm pkg-config zlib1g-dev
mkdir -p /usr/src/ffmpeg
cd /usr/src/ffmpeg
apt-get source ffmpeg
cd ffmpeg-*/

./configure --prefix="$prefix" \
  --disable-everything --disable-autodetect --disable-debug --disable-doc --disable-ffplay --disable-ffprobe \
  --disable-avdevice --disable-network --enable-gpl --enable-libdav1d --enable-libx264 --enable-zlib \
  --enable-protocol=file,pipe \
  --enable-demuxer=image2,mov,matroska,concat,wav,ogg,flac,aac,mp3,pcm_s16le,pcm_f32le \
  --enable-decoder=mjpeg,png,h264,hevc,vp8,vp9,libdav1d,aac,opus,vorbis,mp3,flac,alac \
  --enable-decoder=pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,pcm_u8,pcm_s16be,pcm_alaw,pcm_mulaw \
  --enable-parser=mjpeg,png,h264,hevc,vp8,vp9,av1,aac,opus,vorbis,mpegaudio,flac \
  --enable-bsf=aac_adtstoasc,h264_mp4toannexb,hevc_mp4toannexb,vp9_superframe_split,extract_extradata \
  --enable-filter=zoompan,fade,format,scale,crop,setsar,fps,overlay,trim,split,setpts,settb,tpad,null \
  --enable-filter=transpose,hflip,vflip,rotate,gblur,lutyuv,lut3d \
  --enable-filter=aresample,aformat,anull,atrim,apad,afade,amix,asplit,asetpts,volume,anullsrc \
  --enable-filter=sidechaincompress,alimiter,ebur128 \
  --enable-encoder=libx264,mjpeg,aac,pcm_s16le,pcm_f32le,wrapped_avframe \
  --enable-muxer=mp4,image2,null,pcm_s16le,pcm_f32le
make -j "$(nproc)" ffmpeg
strip ffmpeg
install -D ffmpeg "$prefix/bin/ffmpeg"
# The GNU General Public Licence requires that copies of the executable name the source that it was built from.
install -D -m 644 debian/copyright "$prefix/share/doc/ffmpeg/copyright"
dpkg-parsechangelog --show-field Version >"$prefix/share/doc/ffmpeg/debian-version"
