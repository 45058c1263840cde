import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '@storyreel/ffmpeg';
import { Pictures } from '../../../../infra/media/pictures';
import { bedOf } from '../music/music-beds';
import { SAMPLE_RATE } from './film-plan';
import type { FilmTools } from './film-tools';
import { mixSound } from './mix-sound';
import { FilmMaterial } from './testing/film-material';

const [VOICE, MUSIC] = [440, 3_000];
const SECONDS = 12;

let tools: FilmTools;
beforeAll(async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'storyreel-mix-'));
  tools = { ffmpeg: await findFfmpeg(), pictures: new Pictures(), scratch };
});
afterAll(() => rmSync(tools.scratch, { recursive: true }));

/**
 * Mixes a voice that speaks from second 2 to 5 with music of a given level. Returns a function that measures the mix.
 */
async function mixOf(level: { voice: number; music: number }): Promise<(pitch: number, from: number) => number> {
  const voice = Buffer.alloc(SECONDS * SAMPLE_RATE * 2);
  for (let at = 2 * SAMPLE_RATE; at < 5 * SAMPLE_RATE; at++)
    voice.writeInt16LE(Math.round(32_000 * level.voice * Math.sin((2 * Math.PI * VOICE * at) / SAMPLE_RATE)), at * 2);
  await writeFile(join(tools.scratch, 'voice.raw'), voice);
  const make = new FilmMaterial(tools.ffmpeg, join(tools.scratch, 'material'));
  const path = await make.sound(`${level.music}.wav`, `aevalsrc=${level.music}*sin(2*PI*${MUSIC}*t):d=2:s=48000`);
  const music = { path, demuxer: 'wav' };
  await mixSound(tools, { voice: 'voice.raw', own: null, music, samples: SECONDS * SAMPLE_RATE });
  const mix = await readFile(join(tools.scratch, 'mix.raw'));
  return (pitch, from) => loudnessAt(mix, pitch, from);
}

/** Measures the level of one pitch during half a second, in decibels. */
function loudnessAt(mix: Buffer, pitch: number, from: number): number {
  let [real, imaginary] = [0, 0];
  const count = SAMPLE_RATE / 2;
  for (let n = 0; n < count; n++) {
    const sample = mix.readFloatLE((Math.round(from * SAMPLE_RATE) + n) * 8);
    real += sample * Math.cos((2 * Math.PI * pitch * n) / SAMPLE_RATE);
    imaginary += sample * Math.sin((2 * Math.PI * pitch * n) / SAMPLE_RATE);
  }
  return 20 * Math.log10(Math.hypot(real, imaginary) / count + 1e-9);
}

describe.each([
  ['loud music under a soft voice', { voice: 0.05, music: 0.8 }],
  ['soft music under a loud voice', { voice: 0.7, music: 0.02 }],
])('%s', (_, level) => {
  let at: Awaited<ReturnType<typeof mixOf>>;
  beforeAll(async () => (at = await mixOf(level)));

  it('is quieter than the voice, and quieter still while the voice speaks', () => {
    const voice = at(VOICE, 3.5);
    const [spoken, pause] = [at(MUSIC, 3.5), at(MUSIC, 8)];
    expect(voice - pause).toBeGreaterThan(5);
    expect(voice - pause).toBeLessThan(18);
    expect(pause - spoken).toBeGreaterThan(5);
    expect(pause - spoken).toBeLessThan(14);
  });

  it('stays quiet in a short pause, and has faded out at the end', () => {
    const pause = at(MUSIC, 8);
    expect(pause - at(MUSIC, 5)).toBeGreaterThan(2);
    expect(pause - at(MUSIC, SECONDS - 0.5)).toBeGreaterThan(12);
    expect(at(MUSIC, SECONDS - 3.5)).toBeCloseTo(pause, 0);
  });
});

it('a bed repeats without a gap, for as long as the film lasts', async () => {
  const { path, repeats } = bedOf('playful');
  const [once, rate] = [repeats.to - repeats.from, SAMPLE_RATE];
  const music = { path, repeats, demuxer: 'mov' };
  await mixSound(tools, { voice: null, own: null, music, samples: once * 2 + 5 * rate });
  const mix = await readFile(join(tools.scratch, 'mix.raw'));
  let differs = 0;
  for (let at = once - rate; at < once + rate; at++)
    differs = Math.max(differs, Math.abs(mix.readFloatLE(at * 8) - mix.readFloatLE((at + once) * 8)));
  expect(differs).toBeLessThan(0.000_1);
});
