import type { Reconciliation } from '@storyreel/contracts';
import { type Aggregate, idOfStream } from '../../platform/domain/aggregate';
import type { DomainEvent } from '../../platform/domain/domain-event';
import { entityOf, type View } from '../../platform/views/view';

/** What a comparison found, and who compared. */
export type ReconciliationOutcome = Omit<Reconciliation, 'id' | 'at'>;
export type ProviderReconciled = DomainEvent<'ProviderReconciled', ReconciliationOutcome>;

interface State {
  found: (ReconciliationOutcome & { at: string }) | null;
}

/** One stream each, `reconciliation-<id>`, with one event. */
export const reconciliationAggregate: Aggregate<State, ProviderReconciled> = {
  category: 'reconciliation',
  initial: { found: null },
  evolve: (_state, { data }, { at }) => ({ found: { ...data, at } }),
};

/** Once: what was found stays. */
export const decideReconciled =
  (data: ReconciliationOutcome) =>
  ({ found }: State): ProviderReconciled[] =>
    found ? [] : [{ type: 'ProviderReconciled', data }];

export interface ReconciliationRow {
  id: string;
  position: string;
  /** Without the lists, which may be long. */
  summary: Omit<ReconciliationOutcome, 'byDay' | 'differences' | 'namedBadLines'> & { at: string };
}

export const reconciliationView: View<ReconciliationRow, ProviderReconciled> = {
  name: 'reconciliation',
  version: 1,
  columns: { id: { type: 'uuid' }, position: { type: 'text' }, summary: { type: 'jsonb' } },
  key: 'id',
  indexes: [['position']],
  types: ['ProviderReconciled'],
  keys: ({ streamId }) => [idOfStream(streamId)],
  evolve(_row, { data, metadata, position }, id) {
    const { byDay: _days, differences: _differences, namedBadLines: _lines, ...figures } = data;
    return { id, position, summary: { ...figures, at: metadata.at } };
  },
};

export const reconciliationEntity = entityOf(reconciliationView);
