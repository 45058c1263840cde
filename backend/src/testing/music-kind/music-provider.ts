import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type {
  CreateOptions,
  GenerationProvider,
  Prediction,
  PredictionOutput,
} from '../../integrations/ports/generation-provider';
import { PredictionNotFound } from '../../integrations/http/provider-errors';
import type { MusicAsked } from './music-jobs';

/** A voice that fails every request. */
export const MUTE = 'mute';

/** Sets a text to music: the text's bytes are the sound. */
@Injectable()
export class SandboxMusic implements GenerationProvider<MusicAsked> {
  readonly name = 'sandbox';
  readonly label = 'Sandbox';
  readonly createIsIdempotent = true;
  readonly asked = new Map<string, MusicAsked>();

  create(request: MusicAsked, { idempotencyKey: predictionId }: CreateOptions): Promise<{ predictionId: string }> {
    this.asked.set(predictionId, request);
    return Promise.resolve({ predictionId });
  }

  async get(id: string): Promise<Prediction> {
    if (this.heard(id).voice === MUTE) return { id, status: 'failed', outputs: [], error: 'The band is mute.' };
    return { id, status: 'succeeded', outputs: [{ ref: id, mimeType: 'audio/wav' }] };
  }

  cancel(): Promise<void> {
    return Promise.resolve();
  }

  async fetchOutput(output: PredictionOutput): Promise<Readable> {
    return Readable.from([Buffer.from(this.heard('ref' in output ? output.ref : output.url).text)]);
  }

  private heard(id: string): MusicAsked {
    const request = this.asked.get(id);
    if (!request) throw new PredictionNotFound(id);
    return request;
  }
}
