import { existsSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { EventStore } from '../../eventsourcing/event-store/event-store';
import {
  ACCOUNT_KEYS,
  type AccountKeys,
  asStored,
  IN_CLEAR,
  type IsInClear,
  KEY_CACHE_MS,
  sealOf,
  sealStored,
} from '../../eventsourcing/event-store/sealed-events';
import { enqueue, toJobRow } from '../../eventsourcing/reactors/job-table';
import { type Job, type JobHandler, type JobRequest, JobWorker } from '../../eventsourcing/reactors/reactor';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { OwnSessions } from '../../infra/sessions';
import { MediaStore } from '../../infra/storage';
import { SocialConsent } from '../../integrations/social/oauth/social-consent';
import { DomainError } from '../../lib/domain-error';
import { walletAggregate } from '../../money/zaps';
import { ERASE_QUEUE, erasureJob, noteErased } from './erased-list';
import { deleteRows, deleteSignIns, lockPassword, tracesOf } from './personal-rows';

const payloadSchema = z.object({ accountId: z.uuid() });
const ROUNDS = { first: 'first', second: 'second' } as const;
/**
 * Delay of the second round: by then no node can decrypt the events any more, and all work that was under way has
 * stored its results.
 */
const SECOND_AFTER_MS = 2 * KEY_CACHE_MS;

/**
 * Erases accounts: destroys the key with which the events are encrypted, and deletes all their other stored data. Each
 * step may be repeated, so an interrupted run starts over. A second round removes data that was being written during
 * the first.
 */
@Injectable()
@JobWorker()
export class EraseAccount implements JobHandler {
  readonly queue = ERASE_QUEUE;
  readonly concurrency = 1;
  readonly maxAttempts = 100;

  constructor(
    private readonly pool: Pool,
    private readonly events: EventStore,
    @Inject(ACCOUNT_KEYS) private readonly keys: AccountKeys,
    @Inject(IN_CLEAR) private readonly isInClear: IsInClear,
    private readonly store: AggregateStore,
    private readonly sessions: OwnSessions,
    private readonly media: MediaStore,
    private readonly social: SocialConsent,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'home' | 'eventStoreUrl'>,
  ) {}

  /**
   * Requests the erasure, which cannot be stopped from then on, and signs the account out everywhere. Its password no
   * longer works, even while the erasure waits for its turn.
   * @throws DomainError conflict while work runs, not_available for a log that cannot be encrypted
   */
  async request(accountId: string): Promise<void> {
    await this.checkIdle(accountId);
    await this.checkSealed(accountId);
    await enqueue(this.pool, [toJobRow(erasureJob(accountId, ROUNDS.first))]);
    await lockPassword(this.pool, accountId);
    await this.sessions.end(accountId, {});
  }

  async run({ payload, dedupKey }: Job, signal: AbortSignal): Promise<JobRequest[]> {
    const { accountId } = payloadSchema.parse(payload);
    if (existsSync(this.config.home)) noteErased(this.config.home, [accountId]);
    await this.sessions.end(accountId, {});
    await deleteSignIns(this.pool, accountId);
    await this.social.forgetAll(accountId);
    const { pool, events, keys, isInClear } = this;
    if (this.config.eventStoreUrl === undefined)
      await sealStored({ pool, events, keys, isInClear, ownerId: accountId, signal });
    const traces = await tracesOf(events, accountId, signal);
    // Rows are deleted before the key: without the key, a repeated run could not read which publications the account
    // had.
    await deleteRows(pool, accountId, traces);
    await keys.destroy(accountId);
    // Deletes again: until the key was destroyed, views and snapshots could be rewritten.
    await deleteRows(pool, accountId, traces);
    await this.media.removeAllOf(accountId);
    if (dedupKey.endsWith(`:${ROUNDS.second}`)) return [];
    return [erasureJob(accountId, ROUNDS.second, SECOND_AFTER_MS)];
  }

  private async checkIdle(accountId: string): Promise<void> {
    const { holds } = await this.store.load(walletAggregate, accountId);
    const { rowCount } = await this.pool.query(
      `select from platform.jobs where owner_id = $1 and state = 'running' limit 1`,
      [accountId],
    );
    if (Object.keys(holds.open).length > 0 || rowCount !== 0)
      throw new DomainError(
        'conflict',
        'Work of yours is still running, such as an image, a film or a post. Wait for its end or cancel it, then ' +
          'erase your account.',
      );
  }

  /**
   * Refuses accounts with unencrypted events of earlier releases in EventStoreDB, which cannot change stored events.
   */
  private async checkSealed(accountId: string): Promise<void> {
    if (this.config.eventStoreUrl === undefined) return;
    const stream = this.events.readStream(`account-${accountId}`, { limit: 1, asStored: true });
    let isSealed = false;
    for await (const event of stream) isSealed ||= sealOf(asStored(event)) !== null;
    if (!isSealed)
      throw new DomainError(
        'not_available',
        'Some events of this account were written before events were encrypted, and EventStoreDB, which keeps them here, ' +
          'cannot change them. Please ask the operator of this installation.',
      );
  }
}
