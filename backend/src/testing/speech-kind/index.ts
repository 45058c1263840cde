import type { KindParts } from '../../generation/kinds/kind-parts';
import { queueJobProcess } from '../../generation/workers/queue-job.process';
import { QueueSpeechJobHandler } from './queue-speech-job';
import { speechReplay } from './replay-speech-job';
import { RunSpeechJob, SPEECH_QUEUE } from './run-speech-job';
import { speechJobView } from './speech-job.view';
import { speechJobs } from './speech-jobs';
import { SandboxSpeech } from './speech-provider';
import { SpeechRequests } from './speech-requests';

/** A third kind of generation, to show that one is a folder and nothing else. */
export const speechKind: KindParts = {
  kind: speechJobs,
  replay: speechReplay,
  views: [speechJobView],
  processes: [queueJobProcess(speechJobs, () => SPEECH_QUEUE)],
  pushRules: [],
  controllers: [],
  providers: [SpeechRequests, QueueSpeechJobHandler, SandboxSpeech, RunSpeechJob],
};
