import { derivedId } from '../../../platform/ids';
import type { SpeechProvider } from '../../../providers/speech/speech-provider';
import type { SpeechMade } from '../../../storyboard';
import { GenerationFailed } from '../../workers/run-generation';
import type { KindReplay, RecordedRun } from '../../replay/kind-replay';
import { decideQueueSpeechJob, QueueSpeechJob, type SpeechJobData } from './queue-speech-job';
import { RunSpeechJob } from './run-speech-job';
import { decideQueueStoryAudio } from './story-audio';

const madeBy = ({ completed }: RecordedRun): SpeechMade['speech'] | null =>
  (completed as SpeechMade | null)?.speech ?? null;

export const speechReplay: KindReplay = {
  queue: ({ projectId, queued }, context, state, environment) => {
    const { sceneId, ...asked } = queued as SpeechJobData & { sceneId: string | null };
    if (sceneId === null) return decideQueueStoryAudio({ data: asked }, state, environment);
    const data = { ...asked, sceneId };
    return decideQueueSpeechJob(new QueueSpeechJob(projectId, data, context), state, environment);
  },
  worker: ({ manager, media, provider, run }) => {
    const seconds = madeBy(run)?.seconds;
    const measure = () => {
      // Why it was of no use is known from what came of the run.
      if (seconds === undefined && run.failed !== null) throw new GenerationFailed(run.failed);
      return seconds === undefined ? null : { mimeType: 'audio/wav' as const, seconds };
    };
    return new RunSpeechJob(manager, media, { speech: provider as SpeechProvider }, measure);
  },
  saved: (jobId, run) => {
    const speech = madeBy(run);
    return new Map(speech ? [[derivedId(jobId, 'speech'), { url: speech.url }]] : []);
  },
};
