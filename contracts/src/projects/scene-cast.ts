import { characterLines, mentionsLead } from '../writing/prompt-rules';

/** Returns the names of a project's characters that a scene's words or description mention, in the project's order. */
export const castOf = (
  { sourceText, description }: { sourceText: string; description: string },
  characters: string,
): string[] =>
  characterLines(characters)
    .filter(({ name, traits }) => mentionsLead(`${sourceText}\n${description}`, `${name}: ${traits.join(', ')}`))
    .map(({ name }) => name);
