/** Nothing but files: no input may make ffmpeg open an address. */
export const FROM_FILE = ['-protocol_whitelist', 'file'] as const;

const DEMUXERS = ['mov', 'mp4', 'matroska', 'webm', 'wav', 'ogg', 'flac', 'aac', 'mp3'];
/** Those of files that browsers play, by all the names that builds of ffmpeg have for them. */
const DECODERS = [
  ...['h264', 'hevc', 'vp8', 'libvpx', 'vp9', 'libvpx-vp9', 'av1', 'libdav1d', 'libaom-av1'],
  ...['aac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'libvorbis', 'flac', 'alac'],
  ...['u8', 's16le', 's24le', 's32le', 'f32le', 's16be', 'alaw', 'mulaw'].map((format) => `pcm_${format}`),
];

/**
 * Before a file that came from outside. ffmpeg reads hundreds of formats, most of them seldom tried and some of them
 * broken; the few that are used here are the only ones that it may read.
 */
export const FROM_OUTSIDE = [
  ...FROM_FILE,
  '-format_whitelist',
  DEMUXERS.join(','),
  '-codec_whitelist',
  DECODERS.join(','),
] as const;
