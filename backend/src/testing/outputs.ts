import { createCanvas } from '@napi-rs/canvas';
import { lyingGif } from './crafted-pictures';
import { mp3Of, wavOf } from './crafted-sounds';
import { CLIP, SAMPLES } from './samples';

const canvas = createCanvas(90, 160);
export const JPEG = canvas.toBuffer('image/jpeg');
const PNG = canvas.toBuffer('image/png');
export const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);
export const head = (start: string, bytes = 600): Buffer =>
  Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(bytes)]);

interface Output {
  name: string;
  bytes: Buffer;
  /** Detected media type as an image, as a clip and as speech; null when the output is invalid as such. */
  picture: string | null;
  clip: string | null;
  speech: string | null;
  /** Reason why the output is no clip. */
  why?: string;
}

const NOT_A_VIDEO = "It isn't a video, or it is damaged.";
const CUT_OFF = 'It is damaged: a part of it is missing.';
const named = (name: string) => `${name} files can't be used here. Please use MP4, MOV or WebM.`;

const none = (name: string, bytes: Buffer, why = NOT_A_VIDEO): Output => ({
  ...{ name, bytes, why },
  ...{ picture: null, clip: null, speech: null },
});
const picture = (name: string, bytes: Buffer, type: string): Output => ({ ...none(name, bytes), picture: type });
const clip = (name: string, bytes: Buffer, type: string): Output => ({ ...none(name, bytes), clip: type });
const speech = (name: string, bytes: Buffer, type: string): Output => ({ ...none(name, bytes), speech: type });

/** Outputs that a provider may send. */
export const OUTPUTS: readonly Output[] = [
  none('nothing', Buffer.alloc(0)),
  none('a page', Buffer.from('<!doctype html><title>Sign in</title>'.repeat(20))),
  none('JSON', Buffer.from('{"detail": "Not found"}')),
  none('an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  picture('a JPEG', JPEG, 'image/jpeg'),
  none('half a JPEG', half(JPEG)),
  picture('a PNG', PNG, 'image/png'),
  none('half a PNG', half(PNG)),
  none('half a WebP', half(canvas.toBuffer('image/webp'))),
  picture('a GIF', lyingGif(100, 100), 'image/gif'),
  none('a HEIC', head('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), named('HEIC')),
  none('a TIFF', head('II*\0\x08\0\0\0'), named('TIFF')),
  none('an AVI', head('RIFF\0\x02\0\0AVI LIST'), named('AVI')),
  clip('an MP4', CLIP, 'video/mp4'),
  none('half an MP4', half(CLIP), CUT_OFF),
  none('an MP4 whose end is missing', CLIP.subarray(0, -9), CUT_OFF),
  clip('a WebM without a length', SAMPLES['a WebM without a length'], 'video/webm'),
  none(
    'a clip of one frame',
    SAMPLES['a clip of one frame'],
    'It is a still image, not a video. Please use it as an image.',
  ),
  none('sound in an MP4', SAMPLES['sound in an MP4'], 'It has no picture.'),
  none(
    'ProRes in a MOV',
    SAMPLES['ProRes in a MOV'],
    "It is encoded as prores, which browsers don't play: please use H.264, VP9 or AV1.",
  ),
  speech('a WAV', wavOf(1), 'audio/wav'),
  speech('an MP3', mp3Of(9), 'audio/mpeg'),
];
