import type { Project } from '../projects/project';

export const NO_CONTINUITY_DETAILS = 'No specific continuity details available';

type Details = Pick<Project, 'characters' | 'environment' | 'props' | 'midjourneyPrompt'>;

/** What a scene's description has to be consistent with, as text for the writing model. */
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
