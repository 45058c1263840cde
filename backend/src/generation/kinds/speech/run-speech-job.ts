import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import {
  alignWords,
  cutText,
  FILE_LIMITS,
  lengthOf,
  LIMITS,
  minutesAndSeconds,
  speechPrice,
  wordTimesSchema,
} from '@storyreel/contracts';
import type { WordTimes } from '@storyreel/contracts';
import { JobWorker } from '../../../eventsourcing/reactors/reactor';
import type { Job, JobRequest } from '../../../eventsourcing/reactors/reactor';
import { measureAudio, wavSamples } from '../../../infra/media/audio';
import type { MeasuredAudio } from '../../../infra/media/audio';
import { MediaStore } from '../../../infra/storage';
import { WORD_TIMES_TYPE } from '../../../integrations/ports/speech-provider';
import type { SpeechProvider, SpeechRequest } from '../../../integrations/ports/speech-provider';
import { PROVIDERS } from '../../../integrations/providers.token';
import type { Providers } from '../../../integrations/providers.token';
import { derivedId } from '../../../lib/ids';
import type { GenerationJob, JobKind, SpeechAsked, SpeechMade } from '../../../projects/storyboard';
import { GenerationWorker, JobOrchestrator } from '../../workers/job-orchestrator';
import type { Outcome } from '../../workers/job-orchestrator';
import type { KindReplay, RecordedRun } from '../../workers/kind-parts';
import { copyOutput, GenerationFailed, whileWanted } from '../../workers/run-generation';
import { decideQueueSpeechJob, QueueSpeechJob, speechJobs } from './speech-job';
import type { SpeechJobData } from './speech-job';
import { decideQueueStoryAudio } from './story-audio';

export const SPEECH_QUEUE = 'speeches';
/**
 * Maximum concurrent narrations, in the whole installation and in one batch. A narration takes seconds and little
 * memory.
 */
export const SPEECHES_AT_ONCE = 3;

/** Injected, because a replay has the recorded measurements but not the sound itself. */
export const HEARING = Symbol('Hearing');
export interface Hearing {
  measure: (bytes: Buffer) => MeasuredAudio | null;
  /**
   * Returns the times at which the words are spoken: as reported by the provider, otherwise as detected in a WAV;
   * undefined if neither is possible.
   */
  times: (text: string, bytes: Buffer, told: Buffer | null) => WordTimes | undefined;
}
export const hearing: Hearing = {
  measure: measureAudio,
  times: (text, bytes, told) => {
    const known = told && wordTimesSchema.safeParse(JSON.parse(told.toString('utf8')));
    if (known?.success === true) return known.data;
    const sound = wavSamples(bytes);
    return sound ? alignWords(text, sound) : undefined;
  },
};
export const hearingProvider = { provide: HEARING, useValue: hearing };

const TIMES_BYTES = 1_000_000;

const tooLong = ({ seconds }: MeasuredAudio): string =>
  `The narration takes ${minutesAndSeconds(seconds)}, and a scene lasts at most ${minutesAndSeconds(LIMITS.sceneSeconds)}. ` +
  "Please shorten it, or split the scene. You weren't charged.";

const fileName = (title: string, { mimeType }: MeasuredAudio): string => {
  const end = mimeType === 'audio/wav' ? '.wav' : '.mp3';
  return `${cutText(title.trim() || 'Story', LIMITS.filename - end.length)}${end}`;
};

/** Makes the audio of a scene's queued narration, or of a whole story. */
@Injectable()
@JobWorker()
export class RunSpeechJob extends GenerationWorker<SpeechAsked, SpeechMade, SpeechRequest> {
  readonly queue: string = SPEECH_QUEUE;
  readonly kind: JobKind<SpeechAsked, SpeechMade> = speechJobs;
  protected readonly gaveUp = "Couldn't generate the narration. Please try again.";

  constructor(
    manager: JobOrchestrator,
    @Inject(MediaStore) media: Pick<MediaStore, 'save'>,
    @Inject(PROVIDERS) { speech: provider }: Pick<Providers, 'speech'>,
    @Inject(HEARING) private readonly hearing: Hearing,
  ) {
    super(manager, media, provider, SPEECHES_AT_ONCE);
  }

  /** A story is spoken in pieces. Once the job is cancelled, no further piece is requested. */
  override run(job: Job, signal: AbortSignal): Promise<JobRequest[]> {
    const isWanted = () => this.manager.jobs.isWanted(job, this.kind);
    return this.manager.attempt(this.worker, job, signal, async (recorder) => {
      await whileWanted(isWanted, signal, (ends) => this.manager.run(this, job, { signal: ends, recorder }));
      return [];
    });
  }

  request({ queued }: GenerationJob<SpeechAsked>): Promise<SpeechRequest> {
    const { text, voice, speed, stability, clarity, style } = queued;
    return Promise.resolve({ text, voice, speed, stability, clarity, style });
  }

  /** Keeps the sound with its measured duration, since the provider's statement is not trusted. */
  async keep({ job, prediction, provider, ownerId, signal }: Outcome<SpeechAsked>): Promise<SpeechMade> {
    const [output, words] = prediction.outputs;
    if (!output) throw new GenerationFailed('The provider sent no sound.');
    const maxBytes = FILE_LIMITS.audio;
    const bytes = await copyOutput(provider, output, { signal, maxBytes }, buffer);
    const measured = this.hearing.measure(bytes);
    if (!measured) throw new GenerationFailed('The provider sent something that is not a sound.');
    // A film could not use a narration this long, so the job fails and is not charged.
    if (job.sceneId !== null && measured.seconds > LIMITS.sceneSeconds) throw new GenerationFailed(tooLong(measured));
    const place = { key: derivedId(job.jobId, 'speech'), visibility: 'private' as const, maxBytes };
    const { url } = await this.media.save({ ownerId, buffer: bytes, contentType: measured.mimeType, ...place });
    const { title, text, voice, speed, stability, clarity, style } = job.queued;
    const sound = { speed, stability, clarity, style };
    const made = { url, seconds: measured.seconds, text, voice, sound };
    if (job.sceneId === null) return { speech: made, filename: fileName(title ?? '', measured) };
    const isTold = words?.mimeType === WORD_TIMES_TYPE;
    const told = isTold ? await copyOutput(provider, words, { signal, maxBytes: TIMES_BYTES }, buffer) : null;
    const times = this.hearing.times(text, bytes, told);
    return { speech: times === undefined ? made : { ...made, times } };
  }
}

const madeBy = ({ completed }: RecordedRun): SpeechMade['speech'] | null => completed?.speech ?? null;

export const speechReplay: KindReplay = {
  port: 'speech',
  price: (queued) => speechPrice(lengthOf((queued as SpeechAsked).text)),
  queue: ({ projectId, queued }, context, state, environment) => {
    const { sceneId, ...asked } = queued as SpeechJobData & { sceneId: string | null };
    if (sceneId === null) return decideQueueStoryAudio({ data: asked }, state, environment);
    const data = { ...asked, sceneId };
    return decideQueueSpeechJob(new QueueSpeechJob(projectId, data, context), state, environment);
  },
  worker: ({ manager, media, provider, run }) => {
    const made = madeBy(run);
    const seconds = made?.seconds;
    const measure = () => {
      // The run's outcome states why the sound was unusable.
      if (seconds === undefined && run.failed !== null) throw new GenerationFailed(run.failed);
      return seconds === undefined ? null : { mimeType: 'audio/wav' as const, seconds };
    };
    return new RunSpeechJob(
      manager,
      media,
      { speech: provider as SpeechProvider },
      { measure, times: () => made?.times },
    );
  },
  saved: (jobId, run) => {
    const speech = madeBy(run);
    return new Map(speech ? [[derivedId(jobId, 'speech'), { url: speech.url }]] : []);
  },
};
