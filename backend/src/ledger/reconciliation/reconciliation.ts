import { Inject, Injectable } from '@nestjs/common';
import type {
  Difference,
  PageQuery,
  Reconciliation,
  ReconciliationSummary,
  StatementQuery,
} from '@storyreel/contracts';
import { Between, DataSource, In, LessThan } from 'typeorm';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { Aggregate } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import { entityOf } from '../../eventsourcing/views/view';
import type { View } from '../../eventsourcing/views/view';
import { keyFrom, pageOf } from '../../infra/http/paging';
import type { Page } from '../../infra/http/paging';
import type { SessionUser } from '../../infra/sessions';
import { ProviderAnswerInvalid, ProviderUnavailable } from '../../integrations/http/provider-errors';
import { PREDICTION_LIST } from '../../integrations/replicate/prediction-list';
import type { PredictionList } from '../../integrations/replicate/prediction-list';
import { DomainError, keyReused, notFound } from '../../lib/domain-error';
import { Ids } from '../../lib/ids';
import { DAY_MS } from '../../lib/time';
import { paidRunView } from '../ledger/views/paid-run.view';
import { compare } from './compare';
import type { BilledRun, OurPrediction, StoredDifference } from './compare';
import { predictionEntity } from './prediction.view';
import { readStatement } from './read-statement';
import type { Statement, StatementForm } from './read-statement';

/** The result of a comparison, and who made it. */
export type ReconciliationOutcome = Omit<Reconciliation, 'id' | 'at' | 'differences'> & {
  differences: StoredDifference[];
};
/** `bills`: every run of this installation in the statement; the oldest comparisons lack the field. */
export type ProviderReconciled = DomainEvent<'ProviderReconciled', ReconciliationOutcome & { bills?: BilledRun[] }>;

interface State {
  found: (ReconciliationOutcome & { at: string }) | null;
}

/** One stream per reconciliation, `reconciliation-<id>`, with one event. */
export const reconciliationAggregate: Aggregate<State, ProviderReconciled> = {
  category: 'reconciliation',
  // Stored unencrypted, like the ledger: the event holds only amounts and ids.
  isInClear: () => true,
  initial: { found: null },
  evolve: (_state, { data: { bills: _, ...outcome } }, { at }) => ({ found: { ...outcome, at } }),
};

/** Records the result once; it never changes afterwards. */
const decideReconciled =
  (data: ProviderReconciled['data']) =>
  ({ found }: State): ProviderReconciled[] =>
    found ? [] : [{ type: 'ProviderReconciled', data }];

export interface ReconciliationRow {
  id: string;
  position: string;
  /** The outcome without its lists, which may be long. */
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
    const { byDay: _days, differences: _differences, namedBadLines: _lines, bills: _bills, ...figures } = data;
    return { id, position, summary: { ...figures, at: metadata.at } };
  },
};

const reconciliationEntity = entityOf(reconciliationView);
const paidRunEntity = entityOf(paidRunView);

/** Maximum number of predictions per period, on either side; a period with more must be shortened. */
const MAX_PREDICTIONS = 200_000;
const ASKED_FOR_MS = 60_000;
const cursorShape = z.tuple([z.string()]);

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const tooMany = (): DomainError =>
  new DomainError('limit_reached', 'That period has too many predictions. Please choose a shorter one.');

/** Compares spending with a provider according to the log with the provider's own records, and stores the result. */
@Injectable()
export class Reconciliations {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly ids: Ids,
    @Inject(PREDICTION_LIST) private readonly list: PredictionList | null,
  ) {}

  async withStatement(
    user: SessionUser,
    query: StatementQuery,
    { bytes, form }: { bytes: Buffer; form: StatementForm },
  ): Promise<Reconciliation> {
    return this.keep(user, this.ids.next(), query, { source: 'statement', ...(await readStatement(bytes, form)) });
  }

  /** Compares with the provider's own list. Idempotent by id: a repeat returns the first result. */
  async withProvider(user: SessionUser, id: string, { provider, from, to }: StatementQuery): Promise<Reconciliation> {
    const before = await this.find(id);
    if (before) {
      if (before.provider !== provider || before.from !== from || before.to !== to) throw keyReused();
      return before;
    }
    const predictions = await this.listed(from, to);
    return this.keep(user, id, { provider, from, to }, { source: 'provider', predictions, badLines: [], badCount: 0 });
  }

  /** Returns a page of reconciliations, newest first. */
  async page({ limit, cursor }: PageQuery): Promise<Page<ReconciliationSummary>> {
    const where = cursor === undefined ? {} : { position: LessThan(keyFrom(cursor, cursorShape)[0]) };
    const rows = await this.dataSource
      .getRepository(reconciliationEntity)
      .find({ where, order: { position: 'DESC' }, take: limit + 1 });
    const { items, next } = pageOf(rows, limit, ({ position }) => [position]);
    return { items: items.map(({ id, summary }) => ({ id, ...summary })), next };
  }

  /** @throws DomainError not_found */
  async one(id: string): Promise<Reconciliation> {
    const found = await this.find(id);
    if (!found) throw notFound();
    return found;
  }

  private async find(id: string): Promise<Reconciliation | null> {
    const { found } = await this.store.load(reconciliationAggregate, id);
    return found && { id, ...found, differences: await this.withRuns(found.differences) };
  }

  private async withRuns(differences: readonly StoredDifference[]): Promise<Difference[]> {
    const key = In(differences.flatMap(({ jobId }) => jobId ?? []));
    const rows = await this.dataSource.getRepository(paidRunEntity).findBy({ key });
    const runs = new Map(rows.map(({ key: jobId, state, error }) => [jobId, { state, error }]));
    return differences.map((one) => ({ ...one, run: (one.jobId !== null && runs.get(one.jobId)) || null }));
  }

  private async keep(
    user: SessionUser,
    id: string,
    { provider, from, to }: StatementQuery,
    { source, predictions, badLines, badCount }: Statement & Pick<Reconciliation, 'source'>,
  ): Promise<Reconciliation> {
    const compared = compare(await this.ours(provider, from, to), predictions, { from, to });
    const about = { provider, source, from, to, by: user.id };
    const outcome = { ...about, ...compared, badLines: badCount, namedBadLines: badLines };
    const context = this.dispatcher.context(user, id);
    await this.store.execute(reconciliationAggregate, id, context, decideReconciled(outcome));
    return this.one(id);
  }

  private async ours(provider: string, from: string, to: string): Promise<OurPrediction[]> {
    const rows = await this.dataSource.getRepository(predictionEntity).find({
      where: { provider, day: Between(dayAfter(from, -1), dayAfter(to, 1)) },
      order: { position: 'ASC' },
      take: MAX_PREDICTIONS + 1,
    });
    if (rows.length > MAX_PREDICTIONS) throw tooMany();
    return rows.flatMap(({ predictionId, day, model, usd, jobId }) => {
      if (predictionId === null || day === null) return [];
      // A model that makes one image per prediction needs several predictions for a request; they share the request's
      // cost.
      const ids = predictionId.split(' ');
      return ids.map((id) => ({ predictionId: id, day, model, usd: usd / ids.length, jobId }));
    });
  }

  /** Fetches the provider's own list, which states no costs, with an extra day at both ends like the ledger's side. */
  private async listed(from: string, to: string): Promise<Statement['predictions']> {
    if (!this.list) {
      throw new DomainError('not_available', "This provider isn't set up here. You can still upload its statement.");
    }
    const signal = AbortSignal.timeout(ASKED_FOR_MS);
    const [first, end] = [dayAfter(from, -1), dayAfter(to, 2)].map((day) => `${day}T00:00:00.000Z`) as [string, string];
    try {
      const listed = await this.list.between(first, end, { most: MAX_PREDICTIONS, signal });
      return new Map(listed.map(({ id, model, createdAt }) => [id, { model, day: createdAt.slice(0, 10), usd: null }]));
    } catch (error) {
      if (error instanceof RangeError) throw tooMany();
      if (signal.aborted) throw new DomainError('provider_failed', 'The provider took too long. Please try again.');
      if (error instanceof ProviderUnavailable || error instanceof ProviderAnswerInvalid) {
        throw new DomainError('provider_failed', error.message);
      }
      throw error;
    }
  }
}
