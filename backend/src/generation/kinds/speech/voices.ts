import { Inject, Injectable } from '@nestjs/common';
import {
  languageOfProject,
  narrationOf,
  NARRATOR,
  NEW_SPEAKER_VOICE,
  tooLongToSpeak,
  voiceOf,
  voicesFor,
} from '@storyreel/contracts';
import type { SpeechVoice, SpeechVoices } from '@storyreel/contracts';
import { LRUCache } from 'lru-cache';
import { ProviderAnswerInvalid, ProviderUnavailable } from '../../../integrations/http/provider-errors';
import type { SpeechProvider } from '../../../integrations/ports/speech-provider';
import { PROVIDERS } from '../../../integrations/providers.token';
import type { Providers } from '../../../integrations/providers.token';
import { DomainError } from '../../../lib/domain-error';
import type { ProjectState, SceneState, SpeechAsked } from '../../../projects/storyboard';

/** The available voices, and the provider's limits. */
export interface KnownVoices extends Pick<SpeechProvider, 'label' | 'longestText' | 'takesOtherIds'> {
  voices: readonly SpeechVoice[];
  /** Returns the provider's reason why a voice cannot speak a text; null when it may be tried. */
  unspeakable: (text: string, voice: string) => string | null;
}

/** @throws DomainError bad_request for a voice that the provider does not have */
export function checkVoice(voice: string, { label, takesOtherIds, voices }: KnownVoices): void {
  if (takesOtherIds || voices.some(({ id }) => id === voice)) return;
  throw new DomainError('bad_request', `${label} doesn't have the voice ${voice}. Please choose another one.`);
}

/** @param what the subject of the error message @throws DomainError bad_request for text that the voice cannot speak */
export function checkSpeakable(
  what: string,
  { text, voice }: { text: string; voice: string },
  { unspeakable }: Pick<KnownVoices, 'unspeakable'>,
): void {
  const problem = unspeakable(text, voice);
  if (problem !== null)
    throw new DomainError('bad_request', `${what} ${problem}. Please choose another voice or text.`);
}

/** Returns the voice for speakers of the project who have no chosen voice. @throws DomainError bad_request */
export function firstVoice({ label, voices }: KnownVoices, { fields }: Pick<ProjectState, 'fields'>): string {
  const [first] = voicesFor(voices, languageOfProject(fields));
  if (!first) throw new DomainError('bad_request', `${label} has no voices. Please choose one by its id.`);
  return first.id;
}

/**
 * Returns the request for a scene's narration, with the scene's text and the voice of its speaker in the project.
 * @throws DomainError bad_request when the text is empty or too long, or the voice does not exist
 */
export function speechOfScene(state: ProjectState, scene: SceneState, known: KnownVoices): SpeechAsked {
  const text = narrationOf(scene);
  if (text === '') {
    throw new DomainError('bad_request', 'This scene has nothing to say. Please write its narration first.');
  }
  const chosen = voiceOf(state.fields.voices, scene.speaker) ?? {
    ...NEW_SPEAKER_VOICE,
    voice: firstVoice(known, state),
  };
  checkVoice(chosen.voice, known);
  const problem = tooLongToSpeak(text, { speed: chosen.speed, longest: known.longestText });
  if (problem !== null)
    throw new DomainError('bad_request', `The narration of “${scene.title}” ${problem}. Please shorten or split it.`);
  checkSpeakable(`The narration of “${scene.title}”`, { text, voice: chosen.voice }, known);
  return { ...chosen, text, speaker: scene.speaker };
}

/** @throws DomainError bad_request when the narrator has no voice, or a voice that cannot speak the story */
export function checkNarrator({ fields }: ProjectState, story: string, known: KnownVoices): void {
  const { voice } = voiceOf(fields.voices, NARRATOR) ?? { voice: firstVoice(known, { fields: { ...fields, story } }) };
  checkVoice(voice, known);
  checkSpeakable('The story', { text: story, voice }, known);
}

/**
 * Lifetime of the cached list: short enough for a new voice to appear soon, long enough for a batch to fetch the list
 * once.
 */
const KEPT_MS = 60_000;

/** A cache of the provider's voices. */
@Injectable()
export class VoiceList {
  private readonly lists = new LRUCache<'voices', Promise<KnownVoices['voices']>>({ max: 1, ttl: KEPT_MS });

  constructor(@Inject(PROVIDERS) private readonly providers: Pick<Providers, 'speech'>) {}

  /** @throws DomainError provider_failed */
  async known(): Promise<KnownVoices> {
    const { speech } = this.providers;
    const { label, longestText, takesOtherIds } = speech;
    const unspeakable = (text: string, voice: string) => speech.unspeakable?.(text, voice) ?? null;
    return { label, longestText, takesOtherIds, unspeakable, voices: await this.voices() };
  }

  /** @throws DomainError provider_failed */
  async present(): Promise<SpeechVoices> {
    const { name, label, takesOtherIds } = this.providers.speech;
    const [voices, remark] = await Promise.all([this.voices(), this.providers.speech.remark()]);
    return { provider: { name, label, sandbox: name === 'sandbox' }, voices: [...voices], takesOtherIds, remark };
  }

  private voices(): Promise<KnownVoices['voices']> {
    const known = this.lists.get('voices');
    if (known) return known;
    const asked = this.ask();
    this.lists.set('voices', asked);
    // A failed request for the list is evicted, so that the next request tries again.
    asked.catch(() => this.lists.delete('voices'));
    return asked;
  }

  private async ask(): Promise<KnownVoices['voices']> {
    try {
      return await this.providers.speech.voices();
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderAnswerInvalid)) throw error;
      throw new DomainError('provider_failed', "Couldn't get the list of voices. Please try again in a while.");
    }
  }
}
