import type { Project } from '../projects/project';

/** Separate from the schemas, so that the front end's first load does not include zod. */
export const STORY_TONES = ['warm', 'funny', 'adventurous', 'tense', 'wistful'] as const;
export type StoryTone = (typeof STORY_TONES)[number];

export const STORY_LENGTHS = ['short', 'medium', 'long'] as const;
export type StoryLength = (typeof STORY_LENGTHS)[number];

/** Approximate number of words of a story by its length: one, three and six minutes at 150 spoken words a minute. */
export const STORY_WORDS: Readonly<Record<StoryLength, number>> = { short: 150, medium: 450, long: 900 };

export const NO_CONTINUITY_DETAILS = 'No specific continuity details available';

type Details = Pick<Project, 'characters' | 'environment' | 'props' | 'midjourneyPrompt'>;

/** Returns the details with which a scene's description must agree, as text for the writing model. */
export function continuityDetailsOf({ characters, environment, props, midjourneyPrompt }: Details): string {
  const parts = [
    ['Characters', characters],
    ['Environment', environment],
    ['Props', props],
  ] as const;
  const known = parts.flatMap(([name, text]) => (text.trim() === '' ? [] : [`${name}:\n${text.trim()}`]));
  if (known.length > 0) return known.join('\n\n');
  const lead = midjourneyPrompt.trim();
  return lead === '' ? NO_CONTINUITY_DETAILS : `Main character: ${lead}`;
}
