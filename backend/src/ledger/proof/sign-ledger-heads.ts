import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock, DAY_MS } from '../../lib/time';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { systemContext } from '../../eventsourcing/commands/command-context';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { streamOf } from '../../eventsourcing/domain/aggregate';
import { toRecorded } from '../../eventsourcing/domain/domain-event';
import { EventStore, type StoredEvent } from '../../eventsourcing/event-store/event-store';
import { derivedId } from '../../lib/ids';
import { enqueue, toJobRow } from '../../eventsourcing/reactors/job-table';
import { JobWorker } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, JobRequest } from '../../eventsourcing/reactors/reactor';
import { HeadsFolder } from './heads-folder';
import { decideSignHeads, LEDGER_HEADS_ID, LEDGER_KEYS, ledgerHeadsAggregate, signHeads } from './ledger-heads';
import type { Head, LedgerKeys, SignedHeads } from './ledger-heads';
import { digestLog, rootOfHeads } from './log-digest';
import { Verifications } from './verifications';

const QUEUE = 'ledger-heads';
/** Pause between two checks of whether another verification has ended. */
const BUSY_MS = 500;
const NEVER = new AbortController().signal;

/**
 * Builds the request for the installation's one job per UTC day. Each job schedules the next day's job; a server start
 * schedules today's.
 */
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
 * Verifies the ledger, then signs the heads of all wallets' chains and the log as a whole. After days without a server
 * it signs once, for today. On a ledger's first day there is nothing to sign yet.
 */
@Injectable()
@JobWorker()
export class SignLedgerHeads implements JobHandler, OnApplicationBootstrap {
  readonly queue = QUEUE;
  readonly concurrency = 1;
  readonly maxAttempts = 50;

  constructor(
    private readonly store: AggregateStore,
    private readonly events: EventStore,
    private readonly pool: Pool,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'home'>,
    @Inject(LEDGER_KEYS) private readonly keys: LedgerKeys,
    @Inject(Verifications) private readonly verifications: Pick<Verifications, 'daily'>,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await enqueue(this.pool, [toJobRow(jobOf(this.today()))]);
  }

  async run(
    { payload, correlationId, causationId }: Pick<Job, 'payload' | 'correlationId' | 'causationId'>,
    signal: AbortSignal = NEVER,
  ) {
    const wanted = String(payload.day);
    const day = wanted > this.today() ? wanted : this.today();
    await this.sign(day, { commandId: derivedId(QUEUE, day), correlationId, causationId }, signal);
    const midnight = Date.parse(day) + DAY_MS;
    const next = new Date(midnight).toISOString().slice(0, 10);
    return [jobOf(next, Math.max(0, midnight - this.clock.now().getTime()))];
  }

  private async sign(
    day: string,
    cause: { commandId: string; correlationId: string; causationId: string },
    signal: AbortSignal,
  ): Promise<void> {
    const made = await this.make(day, cause, signal);
    if (made) {
      const by = systemContext('ledger-heads', LEDGER_HEADS_ID, cause);
      await this.store.execute(ledgerHeadsAggregate, LEDGER_HEADS_ID, by, (state) =>
        decideSignHeads(made.signed, state),
      );
    }
    // Writes the files of the newest signed day, whichever node signed it and even if an earlier attempt failed to
    // write them.
    const last = await this.last();
    if (!last) return;
    const isOurs = made?.signed.hash === last.hash;
    await HeadsFolder.of(this.config.home).write(last, isOurs ? made.heads : await this.missingHeads(last));
  }

  /**
   * Returns the heads of a day that another node has signed; null when the day's file of heads exists or the log has
   * changed.
   */
  private async missingHeads({ day, root, log }: SignedHeads): Promise<Head[] | null> {
    const { value } = await HeadsFolder.of(this.config.home).heads(day).next();
    if (value || !log) return null;
    const heads = (await digestLog(this.events, log)).heads();
    return rootOfHeads(heads) === root ? heads : null;
  }

  private async isDue(day: string): Promise<boolean> {
    const { day: last } = await this.store.load(ledgerHeadsAggregate, LEDGER_HEADS_ID);
    if (last !== null) return last < day;
    const first = await onlyOne(this.events.readAll({ filter: { streamPrefixes: ['wallet-'] }, limit: 1 }));
    return first !== null && toRecorded(first).metadata.at.slice(0, 10) < day;
  }

  /**
   * Waits for another verification to end, then verifies.
   * @returns the findings; 'signed' when nothing is left to sign
   */
  private async verified(day: string, cause: Pick<Job, 'correlationId' | 'causationId'>, signal: AbortSignal) {
    while (await this.isDue(day)) {
      const found = await this.verifications.daily(cause, signal);
      if (found !== 'busy') return found;
      await pause(BUSY_MS, undefined, { signal });
    }
    return 'signed';
  }

  /**
   * Verifies the ledger, then digests it. A ledger with findings is signed too, since without a signature nothing could
   * be proven later.
   */
  private async make(day: string, cause: Pick<Job, 'correlationId' | 'causationId'>, signal: AbortSignal) {
    const findings = await this.verified(day, cause, signal);
    if (findings === 'signed') return null;
    const { hash: previousHash } = await this.store.load(ledgerHeadsAggregate, LEDGER_HEADS_ID);
    const position = await this.events.head();
    if (position === null) return null;
    const digest = await digestLog(this.events, { position });
    const heads = digest.heads();
    const roots = { root: rootOfHeads(heads), log: { events: digest.events, root: digest.root() } };
    const signedAt = this.clock.now().toISOString();
    const counted = { wallets: heads.length, ...(findings !== null && { findings }) };
    const signed = signHeads({ day, signedAt, position, ...counted, ...roots, previousHash }, this.keys.signing);
    return { signed, heads };
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

/** Returns the first event of a read that is limited to one event. */
async function onlyOne(reading: AsyncIterable<StoredEvent>): Promise<StoredEvent | null> {
  const found: StoredEvent[] = [];
  for await (const event of reading) found.push(event);
  return found[0] ?? null;
}
