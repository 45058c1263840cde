import { hostname } from 'node:os';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { ownCause, systemContext } from '../../eventsourcing/commands/command-context';
import { acquireLease } from '../../infra/postgres/leader-term';
import {
  AccessRevoked,
  PublishPassing,
  PublishRateLimited,
  ScopeMissing,
} from '../../integrations/social/publish-errors';
import { SOCIAL_PUBLISHERS } from '../../integrations/social/social-publisher';
import type { SocialPublishers } from '../../integrations/social/social-publisher';
import type { PostReading, SocialStatistics } from '../../integrations/social/statistics';
import { toError } from '../../lib/errors';
import { derivedId } from '../../lib/ids';
import { Clock, DAY_MS } from '../../lib/time';
import { postAggregate } from '../domain/post';
import type { PostEvent, PostState } from '../domain/post';
import { decideDeactivateAccount, socialAccountsAggregate } from '../domain/social-account';
import { decideStatistics, decideUnreadable } from '../domain/statistics-steps';
import { DueReadings } from './due-readings';
import type { DuePost } from './due-readings';
import { nextReading, StatisticsSchedule } from './statistics-schedule';

const WORKER = 'read-statistics';
/** Interval between two passes; the limits of platforms apply to one pass. */
const PASS_MS = 10 * 60_000;
const LEASE_MS = 5_000;
/** Time until an account that failed or lacks the permission is asked again. */
const AGAIN_MS = 60 * 60_000;

/** Posts of one account that are read by one call. */
interface Batch {
  /** The newest post of the batch. */
  first: DuePost;
  posts: DuePost[];
  reader: SocialStatistics;
}

/** Groups posts into calls; the call with the newest post comes first. */
function* batchesOf(
  posts: readonly DuePost[],
  readerOf: (post: DuePost) => SocialStatistics | undefined,
): Iterable<Batch> {
  const taken = new Set<DuePost>();
  for (const first of posts) {
    const reader = readerOf(first);
    if (reader === undefined || taken.has(first)) continue;
    const others = posts.filter((post) => post.socialAccountId === first.socialAccountId && !taken.has(post));
    const batch = others.slice(0, reader.postsPerCall);
    for (const post of batch) taken.add(post);
    yield { first, posts: batch, reader };
  }
}

/**
 * One pass over the posts that are due, with the calls made so far and the accounts and platforms that are not asked
 * again in this pass.
 */
class Pass {
  private readonly calls = new Map<string, number>();
  private readonly closed = new Set<string>();

  constructor(readonly due: readonly DuePost[]) {}

  /**
   * Counts a call and returns true; returns false if the limit is reached or the account or platform is not asked
   * again.
   */
  mayAsk({ first, reader }: Batch): boolean {
    if (this.closed.has(first.socialAccountId) || this.closed.has(clientOf(first))) return false;
    const calls = this.calls.get(clientOf(first)) ?? 0;
    if (calls >= reader.callsPerPass) return false;
    this.calls.set(clientOf(first), calls + 1);
    return true;
  }

  /**
   * Stops asking an account, or its whole platform, in this pass.
   * @returns the posts that were still to be read there
   */
  close(post: DuePost, whose: SocialStatistics['limits']): DuePost[] {
    const keyOf = whose === 'account' ? (one: DuePost) => one.socialAccountId : clientOf;
    this.closed.add(keyOf(post));
    return this.due.filter((one) => keyOf(one) === keyOf(post));
  }
}

const clientOf = ({ platform, kind }: DuePost): string => `${platform} ${kind}`;

/**
 * Reads the views, likes and comments of published posts once a day; only one node reads at a time. An account that
 * fails is not asked for an hour, and does not stop other accounts.
 */
@Injectable()
export class ReadStatistics implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ReadStatistics.name);
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private pass: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    private readonly store: AggregateStore,
    @Inject(SOCIAL_PUBLISHERS) private readonly publishers: SocialPublishers,
    private readonly due: DueReadings,
    private readonly schedule: StatisticsSchedule,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const look = (): void => {
      this.pass = this.pass
        .then(() => this.look())
        .catch((error: unknown) => {
          if (!this.stopping.signal.aborted) this.logger.error(toError(error));
        });
    };
    this.timer = setInterval(look, PASS_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    if (this.timer) clearInterval(this.timer);
    await this.pass;
  }

  /** Reads the posts that are due, unless another node is reading. */
  async look(): Promise<void> {
    const onError = (error: unknown): void => this.logger.warn(toError(error));
    const holder = `${hostname()}:${process.pid}`;
    const term = await acquireLease({ pool: this.pool, name: WORKER, holder, ttlMs: LEASE_MS, onError });
    if (term === null) return;
    try {
      await this.read(AbortSignal.any([this.stopping.signal, term.signal]));
    } finally {
      term.end();
    }
  }

  private async read(signal: AbortSignal): Promise<void> {
    const due = await this.due.at(this.clock.now());
    const pass = new Pass(due);
    const unread = due.filter((post) => this.readerOf(post) === undefined);
    await this.schedule.putOff(unread, new Date(this.clock.now().getTime() + DAY_MS));
    for (const batch of batchesOf(due, this.readerOf)) {
      signal.throwIfAborted();
      if (!pass.mayAsk(batch)) continue;
      try {
        await this.take(batch, await batch.reader.read({ id: batch.first.socialAccountId }, batch.posts, signal));
      } catch (error) {
        signal.throwIfAborted();
        await this.failed(pass, batch, error);
      }
    }
  }

  private readonly readerOf = (post: DuePost): SocialStatistics | undefined => this.publishers.of(post).statistics;

  private async take({ posts }: Batch, readings: ReadonlyMap<string, PostReading>): Promise<void> {
    const now = this.clock.now();
    const day = now.toISOString().slice(0, 10);
    for (const post of posts) {
      const reading = readings.get(post.externalId);
      if (reading === 'gone') await this.write(post, 'gone', (state) => decideUnreadable(state, 'gone'));
      else if (reading !== undefined) {
        const said = { day, ...reading, ...(post.kind === 'sandbox' && { sandbox: true }) };
        await this.write(post, day, (state) => decideStatistics(state, said));
      }
      await this.schedule.wasRead(post, now, nextReading(post.publishedAt, now, reading === 'gone'));
    }
  }

  private async failed(pass: Pass, { first, reader }: Batch, error: unknown): Promise<void> {
    const again = new Date(this.clock.now().getTime() + AGAIN_MS);
    const isLimited = error instanceof PublishRateLimited;
    const others = pass.close(first, isLimited ? reader.limits : 'account');
    await this.schedule.putOff(others, isLimited ? error.until : again);
    if (error instanceof AccessRevoked) return this.deactivate(first, error.message);
    if (error instanceof ScopeMissing) {
      for (const other of others) await this.write(other, 'scope', (state) => decideUnreadable(state, 'scope'));
      return;
    }
    if (error instanceof PublishPassing) this.logger.warn(`Views were not read: ${error.message}`);
    else this.logger.error(toError(error), 'The numbers of an account could not be recorded');
  }

  private async write(post: DuePost, step: string, decide: (state: PostState) => PostEvent[]): Promise<void> {
    const now = this.clock.now().toISOString();
    const context = systemContext(WORKER, post.ownerId, ownCause(derivedId(post.id, WORKER, step, now)));
    await this.store.execute(postAggregate, post.id, context, decide);
  }

  /** The platform has ended the grant, so the owner has to connect the account again, as after a refused post. */
  private async deactivate({ ownerId, socialAccountId }: DuePost, reason: string): Promise<void> {
    const context = systemContext(WORKER, ownerId, ownCause());
    await this.store.execute(socialAccountsAggregate, ownerId, context, (state) =>
      decideDeactivateAccount(state, { socialAccountId, reason }),
    );
  }
}
