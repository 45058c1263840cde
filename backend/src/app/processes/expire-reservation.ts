import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { systemContext } from '../../eventsourcing/commands/command-context';
import { EVENT_STORE } from '../../eventsourcing/event-store/event-store';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { JobWorker } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, Reactor } from '../../eventsourcing/reactors/reactor';
import { decideFail } from '../../generation';
import { derivedId } from '../../lib/ids';
import { PaidWork } from '../../money/zaps';
import type { OpenHold, WalletEvent } from '../../money/zaps';
import { projectAggregate } from '../../projects/storyboard';
import { CHAT_CATEGORY, chatAggregate, chatIdOf, decideFailReply, replyPaidBy } from '../../writing/chat';
import { failStoryOfHold, findTextByHold, findWritten, textWorkAggregate } from '../../writing/story-ai';

const EXPIRE_QUEUE = 'expire-reservation';

/** Schedules a check of every hold at its deadline. */
export const expireReservationReactor: Reactor = {
  name: 'expire-reservation',
  types: ['ZapsReserved'],
  react(event) {
    const { holdId, deadline } = event.data as Extract<WalletEvent, { type: 'ZapsReserved' }>['data'];
    const { ownerId, correlationId, at } = event.metadata;
    const delayMs = Date.parse(deadline) - Date.parse(at);
    if (Number.isNaN(delayMs)) throw new Error(`The deadline '${deadline}' is no time.`);
    const job = { queue: EXPIRE_QUEUE, dedupKey: holdId, ownerId, payload: { holdId }, delayMs };
    return [{ ...job, correlationId, causationId: event.id }];
  },
};

const payloadSchema = z.object({ holdId: z.string() });
const EXPIRED = 'It took too long.';

/**
 * Closes an open hold at its deadline: settles it when its work has a result after all; otherwise ends the work and
 * releases the zaps.
 */
@Injectable()
@JobWorker()
export class ExpireReservation implements JobHandler {
  readonly queue = EXPIRE_QUEUE;
  readonly concurrency = 4;
  readonly maxAttempts = 200;

  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(PaidWork) private readonly paidWork: PaidWork,
  ) {}

  async run(job: Job): Promise<void> {
    const { holdId } = payloadSchema.parse(job.payload);
    const userId = job.ownerId;
    const hold = await this.paidWork.findHold(userId, holdId);
    if (hold?.status !== 'open') return;
    const cause = { correlationId: job.correlationId, causationId: job.causationId };
    const used = await this.usedOf(job, holdId, hold);
    if (used) await this.paidWork.settle({ userId, holdId, ...used }, cause);
    else await this.paidWork.release({ userId, holdId, reason: 'expired' }, cause);
  }

  /**
   * Returns the units to settle for finished work, without a figure for the full hold; null when there is no result.
   */
  private async usedOf(job: Job, holdId: string, hold: OpenHold): Promise<{ units?: number } | null> {
    const { category } = hold.purpose;
    if (category === CHAT_CATEGORY) return this.usedByReply(job, holdId, hold);
    const succeeded = await (category === 'text' ? this.textExists(job, holdId, hold) : this.jobSucceeded(job, hold));
    return succeeded ? {} : null;
  }

  /** Fails a reply that is still open, then returns the units it used. */
  private async usedByReply(job: Job, holdId: string, { purpose }: OpenHold): Promise<{ units: number } | null> {
    const chatId = chatIdOf(job.ownerId, purpose.projectId);
    const replyId = replyPaidBy(await this.store.load(chatAggregate, chatId), holdId);
    if (replyId === null) return null;
    const commandId = derivedId(holdId, 'expire');
    const { correlationId, causationId } = job;
    const context = systemContext(EXPIRE_QUEUE, job.ownerId, { commandId, correlationId, causationId });
    const { state } = await this.store.execute(chatAggregate, chatId, context, (current) =>
      decideFailReply(current, { replyId, holdId }, EXPIRED),
    );
    const reply = state.messages[replyId];
    return reply?.role === 'assistant' && reply.units > 0 ? { units: reply.units } : null;
  }

  /** Fails a job that is still open, so that it cannot succeed unpaid afterwards. */
  private async jobSucceeded(job: Job, { purpose }: OpenHold): Promise<boolean> {
    const { projectId, workId } = purpose;
    if (projectId === null) return false;
    const commandId = derivedId(workId, 'expire');
    const { correlationId, causationId } = job;
    const context = systemContext(EXPIRE_QUEUE, job.ownerId, { commandId, correlationId, causationId });
    const { state } = await this.store.execute(projectAggregate, projectId, context, (current) =>
      decideFail(current, workId, EXPIRED),
    );
    return state.jobs[workId]?.status === 'completed';
  }

  /**
   * Fails a story that is still open. True when the text's answer is recorded, or a change made from it was written
   * before the answer could be.
   */
  private async textExists(job: Job, holdId: string, { purpose, reservedAt }: OpenHold): Promise<boolean> {
    const { correlationId, causationId } = job;
    const cause = { commandId: derivedId(holdId, 'expire'), correlationId, causationId };
    const context = systemContext(EXPIRE_QUEUE, job.ownerId, cause);
    await this.store.execute(textWorkAggregate, purpose.workId, context, (state) =>
      failStoryOfHold(state, holdId, EXPIRED),
    );
    if (await findTextByHold(this.store, purpose.workId, holdId)) return true;
    if (purpose.projectId === null) return false;
    return (await findWritten(this.events, purpose.projectId, holdId, reservedAt)) !== null;
  }
}
