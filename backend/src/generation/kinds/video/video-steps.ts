import type { ProjectEvents } from '../../../storyboard';
import type { KindSteps } from '../../domain/job-steps';

export type KeptVideo = Pick<ProjectEvents['VideoJobCompleted'], 'video'>;

export const videoSteps: KindSteps<KeptVideo> = {
  accepted: (job, providerPredictionId) => ({ type: 'VideoJobAccepted', data: { ...job, providerPredictionId } }),
  completed: (job, outcome) => ({ type: 'VideoJobCompleted', data: { ...job, ...outcome } }),
};
