import { Inject, Injectable } from '@nestjs/common';
import {
  type GenerateSpeechResponse,
  type GenerateStoryAudioRequest,
  lengthOf,
  NARRATOR,
  NEW_SPEAKER_VOICE,
  speechPrice,
  toZaps,
  voiceOf,
} from '@storyreel/contracts';
import { CommandDispatcher } from '../../../platform/commands/command-dispatcher';
import { DomainError } from '../../../platform/domain/domain-error';
import { derivedId } from '../../../platform/ids';
import { requestHash } from '../../../platform/request-hash';
import { PROVIDERS, type Providers } from '../../../providers/providers.token';
import type { ProjectState, SpeechAsked } from '../../../storyboard';
import { GenerationRequests } from '../../http/generation-requests';
import { speechJobs } from './speech-jobs';
import { checkSpeakable, checkVoice, firstVoice } from './speech-of-scene';
import { CancelStoryAudio, checkMayReadAloud, QueueStoryAudio } from './story-audio';
import { VoiceList } from './voice-list';

type Wish = Omit<GenerateStoryAudioRequest, 'idempotencyKey'>;

/** The whole story of a project, read aloud by one voice. */
@Injectable()
export class StoryAudioRequests {
  constructor(
    @Inject(GenerationRequests) private readonly requests: GenerationRequests,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(VoiceList) private readonly voices: VoiceList,
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
      async (state) => {
        checkMayReadAloud(state, { ownerId: userId });
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

  /** Nothing happens when none is being made. @throws DomainError not_found */
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
    const voice = wished ?? narrator?.voice ?? firstVoice(known);
    checkVoice(voice, known);
    checkSpeakable('This story', { text, voice }, known);
    const speed = narrator?.speed ?? NEW_SPEAKER_VOICE.speed;
    return { text, title: fields.title, speaker: NARRATOR, voice, speed, ...wish };
  }
}
