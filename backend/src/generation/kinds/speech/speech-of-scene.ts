import { narrationOf, NEW_SPEAKER_VOICE, type SpeechVoice, tooLongToSpeak, voiceOf } from '@storyreel/contracts';
import { DomainError } from '../../../platform/domain/domain-error';
import type { SpeechProvider } from '../../../providers/speech/speech-provider';
import type { ProjectState, SceneState, SpeechAsked } from '../../../storyboard';

/** What can be spoken with. */
export interface KnownVoices extends Pick<SpeechProvider, 'label' | 'longestText' | 'takesOtherIds'> {
  voices: readonly SpeechVoice[];
  /** As the provider's; null for whatever may be tried. */
  unspeakable: (text: string, voice: string) => string | null;
}

/** @throws DomainError bad_request for a voice that the provider does not have */
export function checkVoice(voice: string, { label, takesOtherIds, voices }: KnownVoices): void {
  if (takesOtherIds || voices.some(({ id }) => id === voice)) return;
  throw new DomainError('bad_request', `${label} doesn't have the voice ${voice}. Please choose another one.`);
}

/** @param what begins the sentence @throws DomainError bad_request for words that the voice cannot speak */
export function checkSpeakable(
  what: string,
  { text, voice }: { text: string; voice: string },
  { unspeakable }: Pick<KnownVoices, 'unspeakable'>,
): void {
  const problem = unspeakable(text, voice);
  if (problem !== null)
    throw new DomainError('bad_request', `${what} ${problem}. Please choose another voice or words.`);
}

/** Of whom nobody has chosen one. @throws DomainError bad_request */
export function firstVoice({ label, voices: [first] }: KnownVoices): string {
  if (!first) throw new DomainError('bad_request', `${label} has no voices. Please choose one by its id.`);
  return first.id;
}

/**
 * The line of a scene and how it is to sound, by its own words and its project's voices.
 * @throws DomainError bad_request when there is nothing to say, too much of it, or no such voice
 */
export function speechOfScene(state: ProjectState, scene: SceneState, known: KnownVoices): SpeechAsked {
  const text = narrationOf(scene);
  if (text === '') {
    throw new DomainError('bad_request', 'This scene has nothing to say. Please write its narration first.');
  }
  const chosen = voiceOf(state.fields.voices, scene.speaker) ?? { ...NEW_SPEAKER_VOICE, voice: firstVoice(known) };
  checkVoice(chosen.voice, known);
  const problem = tooLongToSpeak(text, { speed: chosen.speed, longest: known.longestText });
  if (problem !== null)
    throw new DomainError('bad_request', `The narration of “${scene.title}” ${problem}. Please shorten or split it.`);
  checkSpeakable(`The narration of “${scene.title}”`, { text, voice: chosen.voice }, known);
  return { ...chosen, text, speaker: scene.speaker };
}
