import {
  cutForPlatforms,
  cutText,
  isBlank,
  LIMITS,
  promptInFormat,
  splitReference,
  USUAL_FORMAT,
  withReference,
  withStyle,
} from '@storyreel/contracts';
import type { FilmFormat } from '@storyreel/contracts';
import { ProviderAnswerInvalid } from '../../../integrations/http/provider-errors';

/** Composes a description for the project from a provider's texts. Pure, so that a run can be replayed. */
export const composeDescription = (
  texts: { description: string; imagePrompt: string; videoPrompt: string },
  style: string | null,
  fields: { characters: string; imageUrl: string | null; film?: { format: FilmFormat } },
) => ({
  description: cutText(texts.description, LIMITS.description),
  imagePrompt: withReference(
    withStyle(promptInFormat(texts.imagePrompt, fields.film?.format ?? USUAL_FORMAT), style),
    texts.description,
    fields,
  ),
  videoPrompt: cutText(texts.videoPrompt, LIMITS.prompt),
});

export const composeVideoPrompt = ({ videoPrompt }: { videoPrompt: string }): string =>
  cutText(videoPrompt, LIMITS.prompt);

/** @param imagePrompt the prompt that was enhanced; its reference is preserved */
export const composeEnhanced = (
  { enhancedPrompt }: { enhancedPrompt: string },
  imagePrompt: string,
  style: string | null,
): string => withStyle(enhancedPrompt + splitReference(imagePrompt).reference, style);

/** @throws ProviderAnswerInvalid */
export function composeAbridged({ story }: { story: string }): { story: string } {
  if (isBlank(story)) throw new ProviderAnswerInvalid('The text model sent an empty story.');
  return { story: cutText(story.trim(), LIMITS.spokenStory) };
}

export const composeContinuity = (written: { characters: string; environments: string; props: string }) => ({
  characters: cutText(written.characters, LIMITS.continuity),
  environments: cutText(written.environments, LIMITS.continuity),
  props: cutText(written.props, LIMITS.continuity),
});

/** @throws ProviderAnswerInvalid */
export function composePost(written: { description: string }, platforms: string[]): { description: string } {
  if (isBlank(written.description)) throw new ProviderAnswerInvalid('The text model sent an empty description.');
  return { description: cutForPlatforms(written.description, platforms) };
}

/** Returns the continuity details for requests of projects that have none. */
export function continuityFallback(characters: string): string {
  const first = characters.split('\n').find((line) => !isBlank(line));
  return first === undefined ? 'No specific continuity details available' : `Main character: ${first.trim()}`;
}
