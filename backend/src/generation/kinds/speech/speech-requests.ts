import { Inject, Injectable } from '@nestjs/common';
import {
  type GenerateSpeechRequest,
  type GenerateSpeechResponse,
  isSpoken,
  type Price,
  lengthOf,
  speechPrice,
  toZaps,
} from '@storyreel/contracts';
import type { CommandContext } from '../../../eventsourcing/commands/command-context';
import { DomainError } from '../../../lib/domain-error';
import { derivedId } from '../../../lib/ids';
import { requestHash } from '../../../lib/hash';
import { PROVIDERS, type Providers } from '../../../integrations/providers.token';
import { type GenerationJob, ownScene, type ProjectState, type SpeechAsked } from '../../../projects/storyboard';
import { GenerationRequests, type InBatch, type Target } from '../../http/generation-requests';
import type { RequestData } from '../../domain/job-steps';
import { checkMaySpeak, QueueSpeechJob, speechJobs } from './speech-job';
import { checkNarrator, speechOfScene, VoiceList } from './voices';
import type { KnownVoices } from './voices';

@Injectable()
export class SpeechRequests {
  constructor(
    private readonly requests: GenerationRequests,
    private readonly voices: VoiceList,
    @Inject(PROVIDERS) private readonly providers: Pick<Providers, 'speech'>,
  ) {}

  /** @throws DomainError not_found, bad_request, already_in_progress, insufficient_zaps, budget_reached, provider_failed */
  async request(
    userId: string,
    { sceneId }: GenerateSpeechRequest,
    commandId: string,
  ): Promise<GenerateSpeechResponse> {
    const target = await this.requests.target(userId, sceneId);
    const data = { jobId: derivedId(commandId, 'speech'), requestHash: requestHash('speech', sceneId) };
    // Looks for a repeat first, since the scene's text may have changed since the original request.
    const job =
      (await this.requests.repeated(target.state, data)) ??
      (await this.ask(target, data, this.requests.context(userId, commandId)));
    return { jobId: job.jobId, costInfo: { creditsUsed: toZaps(job.units) } };
  }

  /**
   * Queues the narration of a scene for a batch, using the scene's current text and voice.
   * @throws DomainError like `request`; bad_request when the narration is up to date
   */
  async inBatch(sceneId: string, { batchId, workId }: InBatch, context: CommandContext): Promise<void> {
    const target = await this.requests.target(context.ownerId, sceneId);
    if (target.state.jobs[workId]) return;
    this.priceOfScene(target.state, sceneId, await this.voices.known(), context);
    await this.ask(target, { jobId: workId, batchId, requestHash: requestHash(batchId, sceneId) }, context);
  }

  /** Returns the voices that are needed to price a batch. @throws DomainError provider_failed */
  known(): Promise<KnownVoices> {
    return this.voices.known();
  }

  /** Returns the reason, shown to users, why the narrator can't speak a story; null when it can be tried. */
  problemOf(state: ProjectState, story: string, known: KnownVoices): string | null {
    try {
      checkNarrator(state, story, known);
      return null;
    } catch (error) {
      if (error instanceof DomainError) return error.message;
      throw error;
    }
  }

  /**
   * Returns the price of a scene's narration in a batch. @throws DomainError with the reason why no narration can be
   * made
   */
  priceOfScene(state: ProjectState, sceneId: string, known: KnownVoices, owner: { ownerId: string }): Price {
    const scene = ownScene(state, sceneId, owner);
    checkMaySpeak(state, sceneId, owner);
    const { text, ...voice } = speechOfScene(state, scene, known);
    if (isSpoken(scene.speech, text, voice)) {
      throw new DomainError('bad_request', 'This scene’s narration is up to date.');
    }
    return speechPrice(lengthOf(text));
  }

  private async ask(target: Target, data: RequestData, context: CommandContext): Promise<GenerationJob> {
    const { state, scene } = target;
    const check = () => checkMaySpeak(state, scene.id, context);
    await this.requests.checkOf(target, context)(QueueSpeechJob.name, { ...data, sceneId: scene.id }, check);
    const asked: SpeechAsked = speechOfScene(state, scene, await this.voices.known());
    const { speech } = this.providers;
    const characters = lengthOf(asked.text);
    const wanted = {
      kind: speechJobs,
      data: { ...asked, ...data },
      check,
      price: () => speechPrice(characters),
      command: QueueSpeechJob,
      work: {
        provider: speech.name,
        model: asked.voice,
        operation: 'generate_speech',
        description: `Narration of ${characters} characters for a scene`,
      },
      bulk: false,
    };
    return this.requests.job(target, wanted, context);
  }
}
