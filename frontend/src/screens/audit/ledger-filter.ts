import { LEDGER_KINDS, type LedgerFilter, ledgerFilterSchema } from '@storyreel/contracts';
import type { AuditSearch } from '../../domains/audit/search';
import { readPeriod } from './periods';

/** Fields of the filter that people type. */
export const TYPED = ['user', 'projectId', 'provider', 'model', 'jobId', 'priceVersion'] as const;
export type TypedField = (typeof TYPED)[number];

export interface ReadFilter {
  /** What of the address makes a filter. */
  filter: LedgerFilter;
  /** What does not, and why: it filters nothing. */
  faults: Partial<Record<TypedField, string>>;
}

/** A field that holds nonsense is told of beside it, and keeps nothing else from being shown. */
export function readFilter(search: AuditSearch): ReadFilter {
  const { from, to } = readPeriod(search);
  const filter: LedgerFilter = { from, to, kind: LEDGER_KINDS.find((kind) => kind === search.kind) };
  const faults: ReadFilter['faults'] = {};
  for (const field of TYPED) {
    const typed = search[field]?.trim();
    if (!typed) continue;
    if (ledgerFilterSchema.shape[field].safeParse(typed).success) filter[field] = typed;
    else faults[field] = field.endsWith('Id') ? 'That is not an ID.' : 'That is too long.';
  }
  return { filter, faults };
}

export const isFiltered = (filter: LedgerFilter): boolean => Object.values(filter).some((value) => value !== undefined);
