import { mp3Seconds } from './mp3-frames';
import { wavParts } from './wav-parts';

export interface MeasuredAudio {
  mimeType: 'audio/wav' | 'audio/mpeg';
  seconds: number;
}

/** What a sound's own bytes say: of which of the two kinds it is, and how long it plays. Null for anything else. */
export function measureAudio(bytes: Buffer): MeasuredAudio | null {
  const wav = wavParts(bytes);
  if (wav !== null) return { mimeType: 'audio/wav', seconds: wav.seconds };
  const mp3 = mp3Seconds(bytes);
  return mp3 === null ? null : { mimeType: 'audio/mpeg', seconds: mp3 };
}
