import { join } from 'node:path';
import { FROM_FILE } from '../../platform/examine/ffmpeg-input';
import { WITHOUT_METADATA } from './encoding';
import { encode, type FilmTools } from './film-tools';
import { fileHash } from './input-hash';
import { gainFor, loud } from './loudness';
import { MIX_FILE, MIX_INPUT } from './mix-sound';
import type { FilmContext } from './prepare-scenes';

const TRACK = 'sound.mp4';
const RATE = '192k';
const SECONDS = 900;
/** At this rate as good as the default one, and quicker: https://ffmpeg.org/ffmpeg-codecs.html#aac */
const CODER = ['-aac_coder', 'fast'];

/** The path of the mix as AAC, as loud as it should be. Kept until the mix is another one. */
export async function encodeSound({ tools, parts, nameOf }: FilmContext): Promise<string> {
  const mix = await fileHash(join(tools.scratch, MIX_FILE), Infinity, tools.signal);
  const folder = await parts.keep(nameOf({ kind: 'sound', mix, rate: RATE }), (draft) =>
    encodeMix(tools, join(draft, TRACK)),
  );
  return join(folder, TRACK);
}

async function encodeMix(tools: FilmTools, target: string): Promise<void> {
  const gainDb = await gainFor(tools);
  const mix = [...FROM_FILE, ...MIX_INPUT, '-i', MIX_FILE];
  const encoded = ['-af', loud(gainDb), '-c:a', 'aac', ...CODER, '-b:a', RATE];
  const file = [...WITHOUT_METADATA, '-f', 'mp4', target];
  await encode(tools, [...mix, ...encoded, ...file], { seconds: SECONDS });
}
