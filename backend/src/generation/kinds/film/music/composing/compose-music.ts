import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MUSIC_BEDS, type MusicBed } from '@storyreel/contracts';
import { findFfmpeg, runFfmpeg } from '@storyreel/ffmpeg';
import { BEDS } from './beds';
import { master, reverberate, wavOf } from './loop';
import type { Loop } from './loop';
import { AROUND, bedOf } from '../music-beds';
import { newLoops, newScore } from './score';

const SEED = 20_261_127;

/** Composes a bed. The same code always gives the same samples. */
function composeBed(bed: MusicBed): Loop {
  const { tempo, beatsInBar, chords, room, gain, write } = BEDS[bed];
  const { score, notes, seconds } = newScore({ tempo, beatsInBar, seed: SEED }, chords.split(/\s+/u).filter(Boolean));
  write(score);
  const { dry, send } = newLoops(seconds);
  for (const note of notes) note(dry, send);
  reverberate(dry, send, { room, gain: 0.8 });
  master(dry, gain);
  return dry;
}

/**
 * Writes the beds to files in the folder above this one. Usage: npx tsx
 * backend/src/generation/kinds/film/music/composing/compose-music.ts [BED ...]. Prints the beds' lengths, which
 * music-beds.ts lists.
 */
async function composeMusic(wanted: readonly string[]): Promise<void> {
  const ffmpeg = await findFfmpeg();
  for (const bed of MUSIC_BEDS.filter((name) => wanted.length === 0 || wanted.includes(name))) {
    const loop = composeBed(bed);
    const wav = join(tmpdir(), `storyreel-${bed}.wav`);
    writeFileSync(wav, wavOf(loop, AROUND));
    const repeatable = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];
    const encoded = ['-c:a', 'aac', '-b:a', '128k', ...repeatable, '-movflags', '+faststart'];
    await runFfmpeg(ffmpeg, ['-i', wav, ...encoded, '-f', 'mp4', bedOf(bed).path]);
    rmSync(wav);
    process.stdout.write(`${bed}: ${loop.left.length} samples\n`);
  }
}

void composeMusic(process.argv.slice(2));
