import type { Upcasters } from '../../platform/domain/upcast';
import type { JobData } from './job-events';

type VideoJobAccepted1 = Omit<JobData<'Accepted'>, 'predictionId'> & { providerPredictionId: string };

/** Version 1 named the prediction of a clip otherwise than those of all other kinds. */
function videoJobAccepted2(data: unknown): JobData<'Accepted'> {
  const { providerPredictionId: predictionId, ...job } = data as VideoJobAccepted1;
  return { ...job, predictionId };
}

export const projectUpcasters: Upcasters = { VideoJobAccepted: [videoJobAccepted2] };
