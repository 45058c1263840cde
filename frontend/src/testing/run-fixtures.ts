import type { RunDetail } from '@storyreel/contracts';
import { ADA } from './storyreel';
import { JOB_ID, SCENE_ID } from './media-fixtures';

const AT = '2026-11-01T10:00:00.000Z';

/** Returns a run that took four seconds and made one image. */
export const runWith = (part: Partial<RunDetail> = {}): RunDetail => ({
  id: JOB_ID,
  kind: 'image',
  operation: 'generate_image',
  state: 'complete',
  user: { id: ADA.id, email: ADA.email },
  payer: null,
  project: null,
  sceneId: SCENE_ID,
  provider: 'sandbox',
  model: 'v6.1',
  error: null,
  requestedAt: AT,
  startedAt: AT,
  acceptedAt: AT,
  endedAt: '2026-11-01T10:00:04.000Z',
  zaps: 4,
  holdId: 'hold',
  parentRunId: null,
  trial: false,
  kept: false,
  attempts: 1,
  correlationId: 'c',
  sceneTitle: 'The lighthouse',
  prompt: 'A lighthouse in the fog',
  template: null,
  settings: {},
  seed: null,
  predictionId: null,
  providerError: null,
  price: null,
  assets: [],
  texts: [],
  steps: [],
  events: [],
  recording: { state: 'not_recorded', calls: [], omitted: 0, bytes: 0 },
  log: [],
  children: [],
  sent: [],
  canRunAgain: true,
  ...part,
});
