import { isBlank } from '@storyreel/contracts';

/** Stands in when a request brings no continuity details. */
export function continuityFallback(characters: string): string {
  const first = characters.split('\n').find((line) => !isBlank(line));
  return first === undefined ? 'No specific continuity details available' : `Main character: ${first.trim()}`;
}
