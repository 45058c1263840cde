import { characterLines } from '@storyreel/contracts';

/** A prompt for a picture that shows every character once; null without a single character line. */
export function midjourneyPrompt(characters: string, styleAttributes: string | null): string | null {
  const cast = characterLines(characters);
  if (cast.length === 0) return null;
  const people = cast.map(({ name, traits }) => `${name}, ${traits.join(', ')}`).join('; ');
  const look = styleAttributes?.trim() ? `, ${styleAttributes.trim()}` : '';
  return `Full body character portrait of ${people}${look}, plain background, even light --ar 9:16`;
}
