import type { KindReplay } from '../../generation/replay/kind-replay';
import { derivedId } from '../../platform/ids';
import type { JobPrice } from '../../storyboard';
import type { RequestData } from '../../generation/domain/queue-job';
import { decideQueueSpeechJob, QueueSpeechJob } from './queue-speech-job';
import { RunSpeechJob } from './run-speech-job';
import type { SpeechAsked, SpeechMade } from './speech-jobs';
import type { SandboxSpeech } from './speech-provider';

export const speechReplay: KindReplay = {
  queue: ({ projectId, queued }, context, state, environment) => {
    const data = queued as RequestData & JobPrice & SpeechAsked & { sceneId: string };
    return decideQueueSpeechJob(new QueueSpeechJob(projectId, data, context), state, environment);
  },
  worker: ({ manager, media, provider }) => new RunSpeechJob(manager, media, provider as SandboxSpeech),
  saved: (jobId, { completed }) => {
    const made = completed as SpeechMade | null;
    return new Map(made ? [[derivedId(jobId, 'speech'), { url: made.audioUrl }]] : []);
  },
};
