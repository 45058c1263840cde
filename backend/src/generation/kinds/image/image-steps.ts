import type { ProjectEvents } from '../../../storyboard';
import type { KindSteps } from '../../domain/job-steps';

export type KeptImages = Pick<ProjectEvents['ImageJobCompleted'], 'images'>;

export const imageSteps: KindSteps<KeptImages> = {
  accepted: (job, predictionId) => ({ type: 'ImageJobAccepted', data: { ...job, predictionId } }),
  completed: (job, outcome) => ({ type: 'ImageJobCompleted', data: { ...job, ...outcome } }),
};
