import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { systemContext } from '../../eventsourcing/commands/command-context';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import { jobFrom, JobWorker, reactorTo } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, JobRequest } from '../../eventsourcing/reactors/reactor';
import { derivedId } from '../../lib/ids';
import { Clock } from '../../lib/time';
import { postAggregate } from '../domain/post';
import type { PostEvent } from '../domain/post';
import { decideDue } from '../domain/publication-steps';

const DUE_POST_QUEUE = 'due-post';

/**
 * Schedules a job for a post's planned time. A rescheduled post has jobs at both times; only the job that matches the
 * current plan has an effect.
 */
export const planPostReactor = reactorTo<
  Extract<PostEvent, { type: 'PostCreated' | 'PostRescheduled' | 'PostRestored' }>
>({
  name: 'plan-post',
  types: ['PostCreated', 'PostRescheduled', 'PostRestored'],
  react(event) {
    const { scheduledAt } = event.data;
    if (scheduledAt === null) return [];
    const delayMs = Date.parse(scheduledAt) - Date.parse(event.metadata.at);
    if (Number.isNaN(delayMs)) throw new Error(`'${scheduledAt}' is not a time.`);
    const payload = { postId: idOfStream(event.streamId), scheduledAt };
    return [jobFrom(event, { queue: DUE_POST_QUEUE, dedupKey: event.id, payload, delayMs })];
  },
});

const payloadSchema = z.object({ postId: z.string(), scheduledAt: z.string(), early: z.int().default(0) });

/** Publishes a post when it is due; asks its author instead if it has been due for too long. */
@Injectable()
@JobWorker()
export class DuePost implements JobHandler {
  readonly queue = DUE_POST_QUEUE;
  readonly concurrency = 8;
  /** A plan must not be lost, so retries go on for hours; after the last one, a dead letter raises the alarm. */
  readonly maxAttempts = 200;

  constructor(
    private readonly store: AggregateStore,
    private readonly clock: Clock,
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
    // A job's delay is measured by the database's clock, which may be ahead of this node's clock.
    const delayMs = Math.max(0, Date.parse(scheduledAt) - this.clock.now().getTime());
    const again = { postId, scheduledAt, early: early + 1 };
    const dedupKey = `${causationId}:${again.early}`;
    return [{ queue: this.queue, dedupKey, ownerId, payload: again, delayMs, correlationId, causationId }];
  }
}
