import { lengthOf, narrationOf, NEW_SPEAKER_VOICE, type SpeechVoice, voiceOf } from '@storyreel/contracts';
import { DomainError } from '../../../platform/domain/domain-error';
import type { SpeechProvider } from '../../../providers/speech/speech-provider';
import type { ProjectState, SceneState, SpeechAsked } from '../../../storyboard';

/** What can be spoken with. */
export interface KnownVoices extends Pick<SpeechProvider, 'label' | 'longestText' | 'takesOtherIds'> {
  voices: readonly SpeechVoice[];
}

/** @throws DomainError bad_request for a voice that the provider does not have */
export function checkVoice(voice: string, { label, takesOtherIds, voices }: KnownVoices): void {
  if (takesOtherIds || voices.some(({ id }) => id === voice)) return;
  throw new DomainError('bad_request', `${label} doesn't have the voice ${voice}. Please choose another one.`);
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
  const characters = lengthOf(text);
  if (characters > known.longestText) {
    const most = known.longestText.toLocaleString('en-US');
    throw new DomainError(
      'bad_request',
      `This narration has ${characters.toLocaleString('en-US')} characters. ${known.label} speaks at most ${most}: please shorten it.`,
    );
  }
  const chosen = voiceOf(state.fields.voices, scene.speaker) ?? { ...NEW_SPEAKER_VOICE, voice: firstVoice(known) };
  checkVoice(chosen.voice, known);
  return { ...chosen, text, speaker: scene.speaker };
}
