import { jobsPushRule } from '../../views/jobs.push';
import { queueJobReactor } from '../../workers/queue-job.process';
import type { KindParts } from '../kind-parts';
import { QueueSpeechJobHandler } from './queue-speech-job';
import { speechReplay } from './replay-speech-job';
import { measureAudioProvider, RunSpeechJob, SPEECH_QUEUE } from './run-speech-job';
import { speechJobs } from './speech-jobs';
import { SpeechController } from './speech.controller';
import { SpeechRequests } from './speech-requests';
import { SpeechSamples } from './speech-samples';
import { CancelStoryAudioHandler, QueueStoryAudioHandler } from './story-audio';
import { StoryAudioController } from './story-audio.controller';
import { StoryAudioRequests } from './story-audio-requests';
import { VoiceList } from './voice-list';

/** The scene itself says how its speech stands, so there is no view of the jobs. */
export const speechKind: KindParts = {
  kind: speechJobs,
  replay: speechReplay,
  views: [],
  processes: [queueJobReactor(speechJobs, () => SPEECH_QUEUE)],
  pushRules: [jobsPushRule(speechJobs, 'speechJobsChanged', 'completed')],
  controllers: [SpeechController, StoryAudioController],
  providers: [
    SpeechRequests,
    SpeechSamples,
    StoryAudioRequests,
    VoiceList,
    QueueSpeechJobHandler,
    QueueStoryAudioHandler,
    CancelStoryAudioHandler,
    RunSpeechJob,
    measureAudioProvider,
  ],
};
