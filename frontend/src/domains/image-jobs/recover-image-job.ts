import type { Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { logError } from '../../platform/log';
import { imageJobTracker, type ImageJobTracker } from './image-job-tracker';
import { markProcessingFailed } from './poll-image-job';
import { readImageQueue } from './queries';
import { continueRecovery, startRecovery, type RecoveryEvent, type RecoveryStep } from './recovery';

const wait = (tracker: ImageJobTracker, ms: number): Promise<void> =>
  new Promise((resolve) => tracker.timers.setTimeout(resolve, ms));

async function lookIntoQueue(scene: Scene): Promise<RecoveryEvent> {
  try {
    const queue = await readImageQueue();
    return {
      type: 'queueRead',
      activeJobId: queue.jobs.find((job) => job.sceneId === scene.id)?.id ?? null,
      hasJobIds: scene.imageJobIds.some((jobId) => jobId !== null && jobId !== ''),
    };
  } catch {
    // Whatever went wrong, the queue is not known: the machine decides whether to ask again.
    return { type: 'networkFailed' };
  }
}

async function act(queryClient: QueryClient, scene: Scene, step: RecoveryStep): Promise<RecoveryEvent | null> {
  const tracker = imageJobTracker(queryClient);
  const { effect } = step;
  switch (effect.type) {
    case 'wait':
      await wait(tracker, effect.ms);
      return { type: 'timerFired' };
    case 'readQueue':
      return lookIntoQueue(scene);
    case 'resumePolling':
      tracker.jobs.track(effect.jobId, { sceneId: scene.id, projectId: scene.projectId });
      return null;
    case 'markFailed':
      await markProcessingFailed(queryClient, scene.id);
      return null;
    case 'end':
      return null;
    default: {
      const impossible: never = effect;
      return impossible;
    }
  }
}

/** Finds the job of a scene that was opened while it says 'processing', or gives its slots up. Never rejects. */
export async function recoverImageJob(queryClient: QueryClient, scene: Scene): Promise<void> {
  const tracker = imageJobTracker(queryClient);
  if (!tracker.begin(scene.id, 'recovering')) return;
  try {
    let step = startRecovery(tracker.msSinceStart(scene.id));
    let event = await act(queryClient, scene, step);
    // A generation that was started meanwhile looks after the scene itself.
    while (event && tracker.activity(scene.id) === 'recovering') {
      step = continueRecovery(step.state, event);
      event = await act(queryClient, scene, step);
    }
  } catch (error) {
    logError('A stuck image generation could not be given up', error);
  } finally {
    tracker.end(scene.id, 'recovering');
  }
}
