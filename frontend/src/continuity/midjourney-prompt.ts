export interface Character {
  name: string;
  traits: string[];
}

/** The lines of the form 'Name: trait1, trait2'; lines of another form are passed over. */
export function characterLines(characters: string): Character[] {
  return characters.split('\n').flatMap((line) => {
    const colon = line.indexOf(':');
    if (colon === -1) return [];
    const name = line.slice(0, colon).trim();
    const traits = line
      .slice(colon + 1)
      .split(',')
      .map((trait) => trait.trim())
      .filter((trait) => trait !== '');
    return name === '' || traits.length === 0 ? [] : [{ name, traits }];
  });
}

/** A prompt for a picture that shows every character once; null without a single character line. */
export function midjourneyPrompt(characters: string, styleAttributes: string | null): string | null {
  const cast = characterLines(characters);
  if (cast.length === 0) return null;
  const people = cast.map(({ name, traits }) => `${name}, ${traits.join(', ')}`).join('; ');
  const look = styleAttributes?.trim() ? `, ${styleAttributes.trim()}` : '';
  return `Full body character portrait of ${people}${look}, plain background, even light --ar 9:16`;
}
