import type { Batch } from '@storyreel/contracts';
import { type TextWriter, textWriters } from '../scenes/generated-texts';
import { cachedBatches } from './queries';

/** A push about a text may come a moment after the batch that has written it is over. */
const LATE_MS = 60_000;

const isNow = ({ endedAt }: Batch, now: number): boolean => endedAt === null || now - Date.parse(endedAt) < LATE_MS;

const batchesWrite: TextWriter = (queryClient, projectId, now) =>
  cachedBatches(queryClient).some(
    (batch) => batch.projectId === projectId && batch.kind === 'descriptions' && isNow(batch, now),
  );

textWriters.add(batchesWrite);
