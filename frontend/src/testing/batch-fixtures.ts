import type { Batch } from '@storyreel/contracts';
import { PROJECT_ID } from './media-fixtures';

/** Returns a batch; by default a running batch of images. */
export const batchWith = (part: Partial<Batch> = {}): Batch => ({
  id: 'ba7c0000-5d0a-4f7e-9a3c-000000000001',
  projectId: PROJECT_ID,
  projectTitle: 'The keeper',
  kind: 'images',
  modelId: null,
  status: 'running',
  isOver: false,
  waiting: 3,
  running: 3,
  made: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
  atOnce: 3,
  sceneMs: null,
  zaps: 0,
  spentZaps: 0,
  pause: null,
  problems: [],
  startedAt: '2026-11-01T10:00:00.000Z',
  endedAt: null,
  ...part,
});

/** Returns a finished batch. */
export const overBatch = (part: Partial<Batch> = {}): Batch =>
  batchWith({ status: 'ended', isOver: true, waiting: 0, running: 0, endedAt: '2026-11-01T10:01:00.000Z', ...part });
