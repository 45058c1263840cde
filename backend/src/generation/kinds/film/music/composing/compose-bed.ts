import type { MusicBed } from '@storyreel/contracts';
import { BEDS } from './beds';
import { master, reverberate } from './loop';
import type { Loop } from './loop';
import { newLoops, newScore } from './score';

const SEED = 20_261_127;

/** Plays the composition of a bed. The same code gives the same samples. */
export function composeBed(bed: MusicBed): Loop {
  const { tempo, beatsInBar, chords, room, gain, write } = BEDS[bed];
  const { score, notes, seconds } = newScore({ tempo, beatsInBar, seed: SEED }, chords.split(/\s+/u).filter(Boolean));
  write(score);
  const { dry, send } = newLoops(seconds);
  for (const note of notes) note(dry, send);
  reverberate(dry, send, { room, gain: 0.8 });
  master(dry, gain);
  return dry;
}
