import { HOUSE_ID } from '@storyreel/contracts';
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

export const personOf = ({ email, id }: AuditUser): string => (id === HOUSE_ID ? 'The house' : (email ?? id));
export const projectName = ({ title, id, deleted }: AuditProject): string =>
  `${title ?? id}${deleted ? ' (deleted)' : ''}`;

/** A charge's outcome in one word. */
export function outcomeOf({ state, charged, refunded }: Charge): { word: string; tone: Tone } {
  if (state === 'open') return { word: 'In progress', tone: 'neutral' };
  if (state === 'released') return { word: 'Released', tone: 'neutral' };
  if (refunded === 0) return { word: 'Settled', tone: 'positive' };
  return charged === 0 ? { word: 'Refunded', tone: 'warning' } : { word: 'Partly refunded', tone: 'warning' };
}

const STEPS = [
  { seconds: 86_400, word: 'd' },
  { seconds: 3_600, word: 'h' },
  { seconds: 60, word: 'min' },
] as const;

/** 7,500 → '2 h 5 min' */
export function ageOf(seconds: number): string {
  const at = STEPS.findIndex((step) => seconds >= step.seconds);
  const big = STEPS[at];
  if (!big) return `${seconds} s`;
  const small = STEPS[at + 1];
  const rest = small ? Math.floor((seconds % big.seconds) / small.seconds) : 0;
  return `${Math.floor(seconds / big.seconds)} ${big.word}${small && rest > 0 ? ` ${rest} ${small.word}` : ''}`;
}
