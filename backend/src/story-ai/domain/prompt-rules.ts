import { LIMITS } from '@storyreel/contracts';

const OREF = ' --oref ';

/** The first of the characters, whose lines read 'Name: trait, trait'. */
export const leadCharacter = (characters: string): string | null =>
  characters
    .split('\n')
    .map((line) => line.split(':')[0]?.trim() ?? '')
    .find((name) => name !== '') ?? null;

/** Stands in when a request brings no continuity details. */
export function continuityFallback(characters: string): string {
  const first = characters.split('\n').find((line) => line.trim() !== '');
  return first === undefined ? 'No specific continuity details available' : `Main character: ${first.trim()}`;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a text names somebody, as a word of its own. */
export const mentions = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'iu').test(text);

/** The style's attributes at the end of a prompt, once; parameters stay behind them. */
export function withStyle(prompt: string, attributes: string | null): string {
  const style = attributes?.trim() ?? '';
  const { text, reference } = splitReference(prompt);
  if (style === '' || text.includes(style)) return prompt.slice(0, LIMITS.prompt);
  return `${text.replace(/[\s,]+$/, '')}, ${style}`.slice(0, LIMITS.prompt - reference.length) + reference;
}

/** The project's reference image goes along when the scene is about the lead character. */
export function withReference(
  prompt: string,
  description: string,
  project: { characters: string; imageUrl: string | null },
): string {
  const { text } = splitReference(prompt);
  const lead = leadCharacter(project.characters);
  if (!project.imageUrl || lead === null || !mentions(description, lead)) return text;
  const reference = `${OREF}${project.imageUrl}`;
  return text.slice(0, LIMITS.prompt - reference.length) + reference;
}

/** A prompt's text, and its ' --oref …' or ''. */
export function splitReference(prompt: string): { text: string; reference: string } {
  const at = prompt.lastIndexOf(OREF);
  return at < 0 ? { text: prompt, reference: '' } : { text: prompt.slice(0, at), reference: prompt.slice(at) };
}
