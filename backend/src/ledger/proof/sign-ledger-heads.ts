import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../../lib/time';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { systemContext } from '../../eventsourcing/commands/command-context';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { PG_POOL } from '../../infra/postgres/pg-pool';
import { streamOf } from '../../eventsourcing/domain/aggregate';
import { toRecorded } from '../../eventsourcing/domain/domain-event';
import { EVENT_STORE, type EventStore, type StoredEvent } from '../../eventsourcing/event-store/event-store';
import { derivedId } from '../../lib/ids';
import { enqueue, toJobRow } from '../../eventsourcing/reactors/job-table';
import { JobWorker } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, JobRequest } from '../../eventsourcing/reactors/reactor';
import {
  collectHeads,
  decideSignHeads,
  LEDGER_HEADS_ID,
  LEDGER_KEYS,
  ledgerHeadsAggregate,
  signHeads,
  writeHeadsFile,
} from './ledger-heads';
import type { LedgerKeys, SignedHeads } from './ledger-heads';

const QUEUE = 'ledger-heads';
const DAY_MS = 86_400_000;

/** One job per UTC day for the whole installation. Each schedules the next day's; a start schedules today's. */
const jobOf = (day: string, delayMs?: number): JobRequest => ({
  queue: QUEUE,
  dedupKey: day,
  ownerId: LEDGER_HEADS_ID,
  payload: { day },
  delayMs,
  correlationId: derivedId(QUEUE, day),
  causationId: derivedId(QUEUE, day),
});

/**
 * Signs the heads of all wallets' chains. After days without a server it signs once, for today. On a ledger's first day
 * there is nothing to sign yet.
 */
@Injectable()
@JobWorker()
export class SignLedgerHeads implements JobHandler, OnApplicationBootstrap {
  readonly queue = QUEUE;
  readonly concurrency = 1;
  readonly maxAttempts = 50;

  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'home'>,
    @Inject(LEDGER_KEYS) private readonly keys: LedgerKeys,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await enqueue(this.pool, [toJobRow(jobOf(this.today()))]);
  }

  async run({ payload, correlationId, causationId }: Pick<Job, 'payload' | 'correlationId' | 'causationId'>) {
    const wanted = String(payload.day);
    const day = wanted > this.today() ? wanted : this.today();
    await this.sign(day, { commandId: derivedId(QUEUE, day), correlationId, causationId });
    const midnight = Date.parse(day) + DAY_MS;
    const next = new Date(midnight).toISOString().slice(0, 10);
    return [jobOf(next, Math.max(0, midnight - this.clock.now().getTime()))];
  }

  private async sign(
    day: string,
    cause: { commandId: string; correlationId: string; causationId: string },
  ): Promise<void> {
    const signed = (await this.isDue(day)) ? await this.make(day) : null;
    if (signed) {
      const by = systemContext('ledger-heads', LEDGER_HEADS_ID, cause);
      await this.store.execute(ledgerHeadsAggregate, LEDGER_HEADS_ID, by, (state) => decideSignHeads(signed, state));
    }
    // Writes the file of the newest signed heads, whichever node signed them and even if an earlier attempt failed to
    // write it.
    const last = await this.last();
    if (last) await writeHeadsFile(this.config.home, last);
  }

  private async isDue(day: string): Promise<boolean> {
    const { day: last } = await this.store.load(ledgerHeadsAggregate, LEDGER_HEADS_ID);
    if (last !== null) return last < day;
    const first = await onlyOne(this.events.readAll({ filter: { streamPrefixes: ['wallet-'] }, limit: 1 }));
    return first !== null && toRecorded(first).metadata.at.slice(0, 10) < day;
  }

  private async make(day: string): Promise<SignedHeads | null> {
    const { hash: previousHash } = await this.store.load(ledgerHeadsAggregate, LEDGER_HEADS_ID);
    const position = await this.events.head();
    if (position === null) return null;
    const heads = await collectHeads(this.events, position);
    const signedAt = this.clock.now().toISOString();
    return signHeads({ day, signedAt, position, wallets: heads.length, heads, previousHash }, this.keys.signing);
  }

  private async last(): Promise<SignedHeads | null> {
    const { day } = await this.store.load(ledgerHeadsAggregate, LEDGER_HEADS_ID);
    if (day === null) return null;
    const stream = streamOf(ledgerHeadsAggregate.category, LEDGER_HEADS_ID);
    const event = await onlyOne(this.events.readStream(stream, { direction: 'backwards', limit: 1 }));
    return event ? (event.data as SignedHeads) : null;
  }

  private readonly today = (): string => this.clock.now().toISOString().slice(0, 10);
}

/** Returns the event of a read limited to one. */
async function onlyOne(reading: AsyncIterable<StoredEvent>): Promise<StoredEvent | null> {
  const found: StoredEvent[] = [];
  for await (const event of reading) found.push(event);
  return found[0] ?? null;
}
