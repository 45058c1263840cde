import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, NEW_SPEAKER_VOICE } from '@storyreel/contracts';
import { measureAudio } from '../../../infra/media/audio';
import { DomainError, TemporaryDomainError } from '../../../lib/domain-error';
import { Throttle } from '../../../infra/http/throttle';
import { MediaStore, type OpenedMedia } from '../../../infra/storage';
import { isFinished } from '../../../integrations/ports/generation-provider';
import { CreateRefused, ProviderError } from '../../../integrations/http/provider-errors';
import { PROVIDERS, type Providers } from '../../../integrations/providers.token';
import type { SpeechRequest } from '../../../integrations/ports/speech-provider';
import { checkVoice, VoiceList } from './voices';

/** The spoken sentence, which belongs to no story and contains most sounds. */
const SENTENCE =
  'The quick fox wandered home along the quiet shore, thinking of warm bread and an evening by the fire.';
/** Owner id of samples, since all users share them. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const LOOK_MS = 200;
const TIMEOUT_MS = 60_000;
/** Rate limit for samples that the provider has not made yet. */
const ALLOWED = { free: 30, waitSeconds: 5, longestWaitSeconds: 60 };
/** Number of steps per unit to which speeds are rounded. Closer speeds sound alike, and every sample is stored. */
const STEPS = 20;

interface Wanted {
  voice: string;
  speed: number;
}

/** Samples of the same sentence in each voice, made once and stored. */
@Injectable()
export class SpeechSamples {
  private readonly making = new Map<string, Promise<OpenedMedia>>();
  private readonly asking = new Set<string>();

  constructor(
    @Inject(PROVIDERS) private readonly providers: Pick<Providers, 'speech'>,
    private readonly voices: VoiceList,
    private readonly media: MediaStore,
    private readonly throttle: Throttle,
  ) {}

  /** @throws DomainError bad_request for an unknown voice, too_many_requests, provider_failed */
  async find(userId: string, { voice, speed: wish }: Wanted): Promise<OpenedMedia> {
    const wanted = { voice, speed: Math.round(wish * STEPS) / STEPS };
    const key = `speech-sample:${this.providers.speech.name}:${JSON.stringify([voice, wanted.speed])}`;
    const kept = await this.media.openSaved(NOBODY, key);
    if (kept) return kept;
    checkVoice(voice, await this.voices.known());
    if (this.asking.has(userId))
      throw new TemporaryDomainError('too_many_requests', 'Another sample is being made. Please wait for it.', 1);
    this.asking.add(userId);
    try {
      const wait = await this.throttle.take([{ ...ALLOWED, key: `speech-samples:${userId}` }]);
      if (wait > 0)
        throw new TemporaryDomainError('too_many_requests', `Too many samples. Please try again in ${wait} s.`, wait);
      return await this.made(key, wanted);
    } finally {
      this.asking.delete(userId);
    }
  }

  /** Coalesces concurrent requests for the same sample. */
  private made(key: string, wanted: Wanted): Promise<OpenedMedia> {
    const known = this.making.get(key);
    if (known) return known;
    const making = this.make(key, wanted).finally(() => this.making.delete(key));
    this.making.set(key, making);
    return making;
  }

  private async make(key: string, wanted: Wanted): Promise<OpenedMedia> {
    const bytes = await this.speak({ ...NEW_SPEAKER_VOICE, ...wanted, text: SENTENCE }).catch((error: unknown) => {
      throw asRefusal(error) ?? error;
    });
    const measured = measureAudio(bytes);
    if (!measured) throw new DomainError('provider_failed', 'The provider sent something that is not a sound.');
    const { mimeType: contentType } = measured;
    const place = { ownerId: NOBODY, key, visibility: 'private' as const, maxBytes: FILE_LIMITS.audio };
    await this.media.save({ ...place, buffer: bytes, contentType });
    const kept = await this.media.openSaved(NOBODY, key);
    if (!kept) throw new Error('A stored sample is missing');
    return kept;
  }

  private async speak(request: SpeechRequest): Promise<Buffer> {
    const { speech } = this.providers;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { predictionId } = await speech.create(request, { idempotencyKey: randomUUID(), signal });
    for (;;) {
      const { status, outputs, error } = await speech.get(predictionId, { signal });
      const [output] = outputs;
      if (status === 'succeeded' && output)
        return buffer(await speech.fetchOutput(output, { signal, maxBytes: FILE_LIMITS.audio }));
      if (isFinished(status)) throw new DomainError('provider_failed', error ?? 'The provider made no sample.');
      await delay(LOOK_MS, undefined, { signal });
    }
  }
}

/** Converts a provider's error to an error for users; null for an internal error. */
function asRefusal(error: unknown): DomainError | null {
  if (error instanceof CreateRefused && (error.reason === 'invalid-input' || error.reason === 'not-found'))
    return new DomainError('bad_request', error.message);
  const isTheirs = error instanceof ProviderError || (error instanceof Error && error.name === 'AbortError');
  return isTheirs ? new DomainError('provider_failed', "Couldn't make the sample. Please try again in a while.") : null;
}
