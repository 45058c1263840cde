import { Inject, Injectable } from '@nestjs/common';
import type { SpeechVoices } from '@storyreel/contracts';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../../../platform/domain/domain-error';
import { ProviderAnswerInvalid, ProviderUnavailable } from '../../../providers/provider-errors';
import { PROVIDERS, type Providers } from '../../../providers/providers.token';
import type { KnownVoices } from './speech-of-scene';

/** A voice that was just made shows up soon, and a batch asks once. */
const KEPT_MS = 60_000;

/** The voices that there are to choose from. */
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
    // Whoever asks next finds out whether it answers again.
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
