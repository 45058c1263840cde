import { refusable } from '../../../eventsourcing/refusals/refusals';
import { projectAggregate } from '../../../projects/storyboard';
import { jobsPushRule } from '../../views/job.view';
import { queueJobReactor } from '../../workers/job-queue';
import type { KindParts } from '../../workers/kind-parts';
import { decideQueueSpeechJob, QueueSpeechJob, QueueSpeechJobHandler, speechJobs } from './speech-job';
import { hearingProvider, RunSpeechJob, SPEECH_QUEUE, speechReplay } from './run-speech-job';
import { SpeechController, StoryAudioController } from './speech.controller';
import { SpeechRequests } from './speech-requests';
import { SpeechSamples } from './speech-samples';
import {
  CancelStoryAudioHandler,
  decideQueueStoryAudio,
  QueueStoryAudio,
  QueueStoryAudioHandler,
  StoryAudioRequests,
} from './story-audio';
import { VoiceList } from './voices';

/** Speech has no job view, since the scene itself has the status. */
export const speechKind: KindParts = {
  kind: speechJobs,
  replay: speechReplay,
  refusals: [
    refusable(QueueSpeechJob, projectAggregate, decideQueueSpeechJob),
    refusable(QueueStoryAudio, projectAggregate, decideQueueStoryAudio),
  ],
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
    hearingProvider,
  ],
};
