import type { AuditProject, AuditUser, Charge, LedgerKind } from '@storyreel/contracts';
import type { Tone } from '../../ui';

export const KIND_WORDS: Record<LedgerKind, string> = {
  grant: 'Granted',
  purchase: 'Purchased',
  reservation: 'Reserved',
  settlement: 'Settled',
  release: 'Released',
  refund: 'Refunded',
  budget: 'Budget set',
};

export const personOf = ({ email, id }: AuditUser): string => email ?? id;
export const projectName = ({ title, id, deleted }: AuditProject): string =>
  `${title ?? id}${deleted ? ' (deleted)' : ''}`;

/** What became of a charge, in a word. */
export function outcomeOf({ state, charged, refunded }: Charge): { word: string; tone: Tone } {
  if (state === 'open') return { word: 'In progress', tone: 'neutral' };
  if (state === 'released') return { word: 'Released', tone: 'neutral' };
  if (refunded === 0) return { word: 'Settled', tone: 'positive' };
  return charged === 0 ? { word: 'Refunded', tone: 'warning' } : { word: 'Partly refunded', tone: 'warning' };
}
