import { generationKinds } from '../../generation';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { entityOf, type View } from '../../eventsourcing/views/view';
import { isStep, JOB_STEPS, type JobEvent, kindOf } from '../../projects/storyboard';

/** A generation that the ledger and the provider both know by the same prediction id. */
export interface PredictionRow {
  jobId: string;
  kind: string;
  provider: string | null;
  model: string;
  /** The prediction's id; null until the provider accepts the request. */
  predictionId: string | null;
  /** YYYY-MM-DD, UTC: the day of acceptance. */
  day: string | null;
  /** The expected price in dollars, later the actual one; 0 for a failed prediction. */
  usd: number;
  position: string;
}

function after(row: PredictionRow | null, event: RecordedEvent<JobEvent>, jobId: string): PredictionRow | null {
  const { position } = event;
  if (isStep(event, 'Queued')) {
    const { usd, modelId = '', model = modelId } = event.data;
    const unsent = { provider: null, predictionId: null, day: null };
    return { jobId, kind: kindOf(event), ...unsent, model, usd, position };
  }
  if (!row) return null;
  if (isStep(event, 'Started')) return { ...row, provider: event.data.provider, position };
  if (isStep(event, 'Accepted')) {
    return { ...row, predictionId: event.data.predictionId, day: event.metadata.at.slice(0, 10), position };
  }
  return { ...row, usd: isStep(event, 'Completed') ? event.data.usd : 0, position };
}

export const predictionView: View<PredictionRow, JobEvent> = {
  name: 'prediction',
  version: 1,
  columns: {
    jobId: { type: 'text' },
    kind: { type: 'text' },
    provider: { type: 'text', nullable: true },
    model: { type: 'text' },
    predictionId: { type: 'text', nullable: true },
    day: { type: 'text', nullable: true },
    usd: { type: 'double precision' },
    position: { type: 'text' },
  },
  key: 'jobId',
  indexes: [['provider', 'day']],
  types: generationKinds.flatMap((kind) => JOB_STEPS.map((step) => kind.type(step))),
  keys: ({ data }) => [data.jobId],
  evolve: (row, event, jobId) => (row && event.position <= row.position ? row : after(row, event, jobId)),
};

export const predictionEntity = entityOf(predictionView);
