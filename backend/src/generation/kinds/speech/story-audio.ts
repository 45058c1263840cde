import { Inject, Injectable } from '@nestjs/common';
import { lengthOf, NARRATOR, NEW_SPEAKER_VOICE, speechPrice, toZaps, voiceOf } from '@storyreel/contracts';
import type { GenerateSpeechResponse, GenerateStoryAudioRequest } from '@storyreel/contracts';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { PROVIDERS } from '../../../integrations/providers.token';
import type { Providers } from '../../../integrations/providers.token';
import { DomainError } from '../../../lib/domain-error';
import { requestHash } from '../../../lib/hash';
import { derivedId } from '../../../lib/ids';
import { isActive, ownProject, projectAggregate, repeated } from '../../../projects/storyboard';
import type { GenerationJob, JobPrice, ProjectEvent, ProjectState, SpeechAsked } from '../../../projects/storyboard';
import { CANCELLED, decideFail } from '../../domain/job-steps';
import type { RequestData } from '../../domain/job-steps';
import { GenerationRequests } from '../../http/generation-requests';
import { speechJobs } from './speech-job';
import { checkSpeakable, checkVoice, firstVoice, VoiceList } from './voices';

export type StoryAudioData = RequestData & JobPrice & SpeechAsked;

/** Queues the narration of a project's whole story. */
export class QueueStoryAudio extends AggregateCommand<ProjectState, StoryAudioData> {}
/** Cancels the story's narration, which releases its hold. */
export class CancelStoryAudio extends AggregateCommand<ProjectState, object> {}

/** Returns the story's unfinished narration; there is at most one. */
const running = ({ jobs }: ProjectState): GenerationJob | undefined =>
  Object.values(jobs).find((job) => job.sceneId === null && speechJobs.isJob(job) && isActive(job));

/** @throws DomainError not_found, already_in_progress */
function checkMayReadAloud(state: ProjectState, owner: { ownerId: string }): void {
  if (running(ownProject(state, owner))) {
    throw new DomainError('already_in_progress', 'This story’s audio is already being generated.');
  }
}

export function decideQueueStoryAudio(
  { data }: Pick<QueueStoryAudio, 'data'>,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  if (repeated(ownProject(state, env).jobs, data)) return [];
  checkMayReadAloud(state, env);
  return [speechJobs.queued({ ...data, sceneId: null })];
}

export function decideCancelStoryAudio(_: CancelStoryAudio, state: ProjectState, env: Environment): ProjectEvent[] {
  const job = running(ownProject(state, env));
  return job ? decideFail(state, job.jobId, CANCELLED) : [];
}

export const QueueStoryAudioHandler = handlerFor(QueueStoryAudio, projectAggregate, decideQueueStoryAudio);
export const CancelStoryAudioHandler = handlerFor(CancelStoryAudio, projectAggregate, decideCancelStoryAudio);

type Wish = Omit<GenerateStoryAudioRequest, 'idempotencyKey'>;

/** Requests and cancels the narration of a project's whole story by one voice. */
@Injectable()
export class StoryAudioRequests {
  constructor(
    private readonly requests: GenerationRequests,
    private readonly dispatcher: CommandDispatcher,
    private readonly voices: VoiceList,
    @Inject(PROVIDERS) private readonly providers: Pick<Providers, 'speech'>,
  ) {}

  /** @throws DomainError not_found, bad_request, already_in_progress, insufficient_zaps, budget_reached, provider_failed */
  async request(userId: string, projectId: string, wish: Wish, commandId: string): Promise<GenerateSpeechResponse> {
    const ids = {
      jobId: derivedId(commandId, 'story-audio'),
      requestHash: requestHash('story-audio', projectId, wish),
    };
    const context = this.requests.context(userId, commandId);
    const job = await this.requests.projectJob(
      { ...ids, userId, projectId },
      async (state, check) => {
        await check(QueueStoryAudio.name, ids, () => checkMayReadAloud(state, { ownerId: userId }));
        const asked = await this.asked(state, wish);
        const characters = lengthOf(asked.text);
        return {
          kind: speechJobs,
          price: speechPrice(characters),
          work: {
            provider: this.providers.speech.name,
            model: asked.voice,
            operation: 'generate_speech',
            description: `Story audio of ${characters} characters`,
          },
          command: (held) => new QueueStoryAudio(projectId, { ...ids, ...asked, ...held }, context),
        };
      },
      context,
    );
    return { jobId: job.jobId, costInfo: { creditsUsed: toZaps(job.units) } };
  }

  /** Cancels the story's narration; does nothing when none is running. @throws DomainError not_found */
  async cancel(userId: string, projectId: string): Promise<void> {
    await this.dispatcher.execute(new CancelStoryAudio(projectId, {}, this.dispatcher.context({ id: userId })));
  }

  /** @throws DomainError bad_request, provider_failed */
  private async asked({ fields }: ProjectState, { voice: wished, ...wish }: Wish): Promise<SpeechAsked> {
    const text = fields.story.trim();
    if (text === '') throw new DomainError('bad_request', 'There is no story yet. Please write it first.');
    const { label, longestStory } = this.providers.speech;
    const characters = lengthOf(text);
    if (characters > longestStory) {
      const [has, most] = [characters, longestStory].map((count) => count.toLocaleString('en-US'));
      throw new DomainError(
        'bad_request',
        `This story has ${has} characters. ${label} reads at most ${most} in one piece: please narrate its scenes.`,
      );
    }
    const known = await this.voices.known();
    const narrator = voiceOf(fields.voices, NARRATOR);
    const voice = wished ?? narrator?.voice ?? firstVoice(known, { fields });
    checkVoice(voice, known);
    checkSpeakable('This story', { text, voice }, known);
    const speed = narrator?.speed ?? NEW_SPEAKER_VOICE.speed;
    return { text, title: fields.title, speaker: NARRATOR, voice, speed, ...wish };
  }
}
