import { Injectable } from '@nestjs/common';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import type { CommandContext } from '../eventsourcing/commands/command-context';
import { EventStore } from '../eventsourcing/event-store/event-store';
import { decideFail } from '../generation';
import { PaidWork } from '../money/zaps';
import type { OpenHold } from '../money/zaps';
import { projectAggregate } from '../projects/storyboard';
import { CHAT_CATEGORY, chatAggregate, chatIdOf, decideFailReply, replyPaidBy } from '../writing/chat';
import { failStoryOfHold, findTextByHold, findWritten, textWorkAggregate } from '../writing/story-ai';

/** The end of a hold that is requested from outside its work. */
export interface Closing {
  /** Owner of the wallet. */
  userId: string;
  holdId: string;
  /** Error message of the work, shown to its creator. */
  words: string;
  /** Reason that the ledger records. */
  reason: string;
  cause: Pick<CommandContext, 'correlationId' | 'causationId'>;
  /**
   * Returns the context of a command that ends the work.
   * @param id id of the work, or of the hold if there is no work
   */
  context: (id: string) => CommandContext;
}

/**
 * Closes an open hold whose work must not continue. If the work has a result after all, settles the hold; otherwise
 * ends the work and releases the zaps.
 */
@Injectable()
export class HoldCloser {
  constructor(
    private readonly store: AggregateStore,
    private readonly events: EventStore,
    private readonly paidWork: PaidWork,
  ) {}

  /** Closes a hold; returns null when the hold is not open. */
  async close(closing: Closing): Promise<'settled' | 'released' | null> {
    const { userId, holdId, reason, cause } = closing;
    const hold = await this.paidWork.findHold(userId, holdId);
    if (hold?.status !== 'open') return null;
    const used = await this.usedOf(closing, hold);
    if (used) await this.paidWork.settle({ userId, holdId, ...used }, cause);
    else await this.paidWork.release({ userId, holdId, reason }, cause);
    return used ? 'settled' : 'released';
  }

  /**
   * Returns the units to settle for finished work, without a number for the full hold; null when there is no result.
   */
  private async usedOf(closing: Closing, hold: OpenHold): Promise<{ units?: number } | null> {
    const { category } = hold.purpose;
    if (category === CHAT_CATEGORY) return this.usedByReply(closing, hold);
    const succeeded = await (category === 'text' ? this.textExists(closing, hold) : this.jobSucceeded(closing, hold));
    return succeeded ? {} : null;
  }

  /** Fails a reply that is still open, then returns the units that the reply used. */
  private async usedByReply(
    { userId, holdId, words, context }: Closing,
    { purpose }: OpenHold,
  ): Promise<{ units: number } | null> {
    const chatId = chatIdOf(userId, purpose.projectId);
    const replyId = replyPaidBy(await this.store.load(chatAggregate, chatId), holdId);
    if (replyId === null) return null;
    const { state } = await this.store.execute(chatAggregate, chatId, context(holdId), (current) =>
      decideFailReply(current, { replyId, holdId }, words),
    );
    const reply = state.messages[replyId];
    return reply?.role === 'assistant' && reply.units > 0 ? { units: reply.units } : null;
  }

  /**
   * Fails a job that is still open, so that it cannot succeed without being paid. Returns whether the job had succeeded
   * before.
   */
  private async jobSucceeded({ words, context }: Closing, { purpose }: OpenHold): Promise<boolean> {
    const { projectId, workId } = purpose;
    if (projectId === null) return false;
    const { state } = await this.store.execute(projectAggregate, projectId, context(workId), (current) =>
      decideFail(current, workId, words),
    );
    return state.jobs[workId]?.status === 'completed';
  }

  /**
   * Fails a story that is still open. Returns true when the text's answer is recorded, or when a change that uses the
   * text was appended before the answer.
   */
  private async textExists({ holdId, words, context }: Closing, { purpose, reservedAt }: OpenHold): Promise<boolean> {
    await this.store.execute(textWorkAggregate, purpose.workId, context(holdId), (state) =>
      failStoryOfHold(state, holdId, words),
    );
    if (await findTextByHold(this.store, purpose.workId, holdId)) return true;
    if (purpose.projectId === null) return false;
    return (await findWritten(this.events, purpose.projectId, holdId, reservedAt)) !== null;
  }
}
