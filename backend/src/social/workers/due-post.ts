import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CLOCK, type Clock } from '../../platform/clock';
import { AggregateStore } from '../../platform/commands/aggregate-store';
import { systemContext } from '../../platform/commands/command-context';
import { derivedId } from '../../platform/ids';
import { JobWorker } from '../../platform/processes/job-worker.decorator';
import type { Job, JobHandler, JobRequest } from '../../platform/processes/process';
import { postAggregate } from '../domain/post';
import { decideDue } from '../domain/publication-steps';
import { DUE_POST_QUEUE } from './plan-post.process';

const payloadSchema = z.object({ postId: z.string(), scheduledAt: z.string(), early: z.int().default(0) });

/** Has a post published whose time has come, or asks its author when that was long ago. */
@Injectable()
@JobWorker()
export class DuePost implements JobHandler {
  readonly queue = DUE_POST_QUEUE;
  readonly concurrency = 8;
  /** A plan must not be forgotten: tried for hours, and then a dead job is a visible alarm. */
  readonly maxAttempts = 200;

  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run({ payload, ownerId, correlationId, causationId }: Job): Promise<JobRequest[]> {
    const { postId, scheduledAt, early } = payloadSchema.parse(payload);
    const commandId = derivedId(causationId, DUE_POST_QUEUE);
    const context = systemContext(DUE_POST_QUEUE, ownerId, { commandId, correlationId, causationId });
    const { state } = await this.store.execute(postAggregate, postId, context, (current, environment) =>
      decideDue(postId, current, environment),
    );
    const isWaiting = state.phase === 'scheduled' && !state.deleted && state.scheduledAt === scheduledAt;
    if (!isWaiting) return [];
    // Jobs wait by the database's clock, and it is ahead of ours.
    const delayMs = Math.max(0, Date.parse(scheduledAt) - this.clock.now().getTime());
    const again = { postId, scheduledAt, early: early + 1 };
    const dedupKey = `${causationId}:${again.early}`;
    return [{ queue: this.queue, dedupKey, ownerId, payload: again, delayMs, correlationId, causationId }];
  }
}
