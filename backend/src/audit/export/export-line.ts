import { toZaps } from '@storyreel/contracts';
import type { LedgerEntry } from '../ledger/entry-of';

/** An entry as it stands in a file, in the order of its columns. Only what its event tells, so that it can be proven. */
export const exportLine = (entry: LedgerEntry, email: string | null) => ({
  id: entry.id,
  at: entry.at,
  kind: entry.kind,
  userId: entry.userId,
  email,
  revision: entry.revision,
  available: toZaps(entry.available),
  held: toZaps(entry.held),
  revenue: toZaps(entry.revenue),
  description: entry.description,
  reason: entry.reason,
  projectId: entry.projectId,
  sceneId: entry.sceneId,
  jobId: entry.jobId,
  holdId: entry.holdId,
  provider: entry.provider,
  model: entry.model,
  operation: entry.operation,
  priceVersion: entry.priceVersion,
  usd: entry.usd,
  hash: entry.hash,
});
export type ExportLine = ReturnType<typeof exportLine>;

export const EXPORT_COLUMNS = [
  'id',
  'at',
  'kind',
  'userId',
  'email',
  'revision',
  'available',
  'held',
  'revenue',
  'description',
  'reason',
  'projectId',
  'sceneId',
  'jobId',
  'holdId',
  'provider',
  'model',
  'operation',
  'priceVersion',
  'usd',
  'hash',
] as const satisfies (keyof ExportLine)[];
