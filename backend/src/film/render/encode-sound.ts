import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { requireWhole } from '@storyreel/ffmpeg';
import { FROM_FILE } from '../../platform/examine/ffmpeg-input';
import { WITHOUT_METADATA } from './encoding';
import { encode, type FilmTools } from './film-tools';
import { fileHash } from './input-hash';
import { gainFor, loud } from './loudness';
import { MIX_BYTES, MIX_FILE, MIX_INPUT } from './mix-sound';
import type { FilmContext } from './prepare-scenes';
import { SAMPLE_RATE } from './sound';

const TRACK = 'sound.mp4';
const RATE = '192k';
const ENCODE_SECONDS = 900;
/** At this rate as good as the default one, and quicker: https://ffmpeg.org/ffmpeg-codecs.html#aac */
const CODER = ['-aac_coder', 'fast'];

/** The path of the mix as AAC, as loud as it should be. Kept until the mix is another one. */
export async function encodeSound({ tools, parts, nameOf }: FilmContext): Promise<string> {
  const path = join(tools.scratch, MIX_FILE);
  const mix = await fileHash(path, Infinity, tools.signal);
  const soundSeconds = (await stat(path)).size / MIX_BYTES / SAMPLE_RATE;
  const folder = await parts.keep(nameOf({ kind: 'sound', mix, rate: RATE }), {
    make: (draft) => encodeMix(tools, join(draft, TRACK)),
    check: (made) => requireWhole(tools, join(made, TRACK), { soundSeconds }),
  });
  return join(folder, TRACK);
}

async function encodeMix(tools: FilmTools, target: string): Promise<void> {
  const gainDb = await gainFor(tools);
  const mix = [...FROM_FILE, ...MIX_INPUT, '-i', MIX_FILE];
  const encoded = ['-af', loud(gainDb), '-c:a', 'aac', ...CODER, '-b:a', RATE];
  const file = [...WITHOUT_METADATA, '-f', 'mp4', target];
  await encode(tools, [...mix, ...encoded, ...file], { seconds: ENCODE_SECONDS });
}
