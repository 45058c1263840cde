import { LIMITS } from '../common/limits';
import { cutText, lengthOf } from '../common/text';

/** Version of this file's rules for building prompts; increase it with every change that affects their results. */
export const PROMPT_RULES = 'prompt-rules@1';

const OREF = ' --oref ';

export interface Character {
  name: string;
  traits: string[];
}

/** Returns the lines of the form 'Name: trait1, trait2'; ignores all other lines. */
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

/** Words before a name that do not identify it: a text names 'The Keeper' by 'Keeper', but not by 'the'. */
const BEFORE_NAMES = new Set(
  'a an the old young little big mr mrs ms miss dr sir lady lord captain king queen prince princess uncle aunt'.split(
    ' ',
  ),
);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns true when a text names the lead, the first of the characters: by full name or first name, as whole words. */
export function mentionsLead(text: string, characters: string): boolean {
  const lead = characterLines(characters)[0]?.name;
  if (lead === undefined) return false;
  const first = lead.split(/\s+/).find((word) => !BEFORE_NAMES.has(word.toLowerCase().replace(/\.$/, '')));
  const names = [lead, first ?? lead].map(escaped);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join('|')})(?![\\p{L}\\p{N}])`, 'iu').test(text);
}

/**
 * Splits a prompt into its text and its reference, the ' --oref …' at its end; the reference is '' when there is none.
 */
export function splitReference(prompt: string): { text: string; reference: string } {
  const at = prompt.lastIndexOf(OREF);
  return at < 0 ? { text: prompt, reference: '' } : { text: prompt.slice(0, at), reference: prompt.slice(at) };
}

/** Appends the style's attributes to a prompt, unless it contains them already; parameters stay at the end. */
export function withStyle(prompt: string, attributes: string | null): string {
  const style = attributes?.trim() ?? '';
  const { text, reference } = splitReference(prompt);
  if (style === '' || text.includes(style)) return cutText(prompt, LIMITS.prompt);
  return withRoomFor(reference, `${text.replace(/[\s,]+$/, '')}, ${style}`);
}

/**
 * Replaces the attributes of one style in a prompt with those of another; returns the prompt unchanged when it does not
 * contain them.
 */
export function restyled(prompt: string, former: string | null, attributes: string | null): string {
  const [from, to] = [former?.trim() ?? '', attributes?.trim() ?? ''];
  if (from === to) return prompt;
  if (from === '') return withStyle(prompt, to);
  const { text, reference } = splitReference(prompt);
  const at = text.lastIndexOf(from);
  if (at < 0) return prompt;
  const before = text.slice(0, at).replace(/[\s,]+$/, '');
  const after = text.slice(at + from.length);
  const middle = to === '' || (before + after).includes(to) ? '' : `${before === '' ? '' : ', '}${to}`;
  return withRoomFor(reference, `${before}${middle}${after}`);
}

/** Adds the project's reference image to the prompt when the scene names the lead character. */
export function withReference(
  prompt: string,
  description: string,
  project: { characters: string; imageUrl: string | null },
): string {
  const { text } = splitReference(prompt);
  if (!project.imageUrl || !mentionsLead(description, project.characters)) return text;
  const reference = `${OREF}${project.imageUrl}`;
  return withRoomFor(reference, text);
}

const withRoomFor = (reference: string, text: string): string =>
  cutText(text, LIMITS.prompt - lengthOf(reference)) + reference;
