import { type AuditProject, type LedgerLine, toZaps } from '@storyreel/contracts';
import type { LedgerEntry } from './entry-of';

/** A row with the names of what its ids stand for, as the database gives it. */
export type Named<Row> = Omit<Row, 'at'> & {
  at: Date;
  email: string | null;
  projectTitle: string | null;
  projectDeleted: boolean | null;
};

export const projectOf = (row: {
  projectId: string | null;
  projectTitle: string | null;
  projectDeleted: boolean | null;
}): AuditProject | null =>
  row.projectId === null
    ? null
    : { id: row.projectId, title: row.projectTitle, deleted: row.projectDeleted ?? row.projectTitle === null };

export function presentLine(entry: Named<LedgerEntry>): LedgerLine {
  const { id, position, revision, kind, description, reason, sceneId, jobId, holdId } = entry;
  const { provider, model, operation, priceVersion, usd, hash } = entry;
  return {
    id,
    position,
    revision,
    at: entry.at.toISOString(),
    kind,
    user: { id: entry.userId, email: entry.email },
    available: toZaps(entry.available),
    held: toZaps(entry.held),
    revenue: toZaps(entry.revenue),
    description,
    reason,
    project: projectOf(entry),
    sceneId,
    jobId,
    holdId,
    provider,
    model,
    operation,
    priceVersion,
    usd,
    hash,
  };
}
