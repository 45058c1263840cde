import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CHAT_CATEGORY, chatAggregate, chatIdOf, decideFailReply, replyPaidBy } from '../chat';
import { decideFail } from '../generation';
import { AggregateStore } from '../platform/commands/aggregate-store';
import { systemContext } from '../platform/commands/command-context';
import { EVENT_STORE, type EventStore } from '../platform/event-store/event-store';
import { derivedId } from '../platform/ids';
import { JobWorker } from '../platform/processes/job-worker.decorator';
import type { Job, JobHandler } from '../platform/processes/process';
import { projectAggregate } from '../storyboard';
import { failStoryOfHold, findTextByHold, findWritten, textWorkAggregate } from '../story-ai';
import { PaidWork, type OpenHold } from '../zaps';
import { EXPIRE_QUEUE } from './expire-reservation.process';

const payloadSchema = z.object({ holdId: z.string() });
const EXPIRED = 'It took too long.';

/** At a hold's deadline: settled when its work has an outcome after all, else the work ends and the zaps go back. */
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

  /** What the work that came about has used, of which a missing figure means all that is held; null for none. */
  private async usedOf(job: Job, holdId: string, hold: OpenHold): Promise<{ units?: number } | null> {
    const { category } = hold.purpose;
    if (category === CHAT_CATEGORY) return this.usedByReply(job, holdId, hold);
    const succeeded = await (category === 'text' ? this.textExists(job, holdId, hold) : this.jobSucceeded(job, hold));
    return succeeded ? {} : null;
  }

  /** A reply that is still open is failed first. */
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

  /** A job that is still open is failed first, so that it cannot succeed unpaid afterwards. */
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

  /** The answer is there, or what came of it was written before the answer could be. */
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
