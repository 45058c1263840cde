import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../platform/clock';
import { CommandDispatcher } from '../platform/commands/command-dispatcher';
import type { CommandContext } from '../platform/commands/command-context';
import type { AggregateCommand } from '../platform/commands/command-handler';
import type { Committed } from '../platform/commands/aggregate-store';
import { DomainError } from '../platform/domain/domain-error';
import type { JobPrice } from '../storyboard';
import type { HoldPrice, Purpose } from './domain/ledger-entry';
import { PaidWork } from './paid-work';
import { reserveForJob } from './reserve-for-job';

export interface PaidJob {
  userId: string;
  price: HoldPrice;
  /** The job, as its own first event names it; without a scene for what is of none. */
  request: {
    jobId: string;
    /** Where the job's outcome is found, when its own id does not say that. */
    workId?: string;
    projectId: string | null;
    sceneId: string | null;
    requestHash: string;
  };
  work: Pick<Purpose, 'provider' | 'model' | 'operation' | 'category' | 'description' | 'forOthers'>;
  /** Covered by the plan as far as the day's allowance goes. */
  bulk: boolean;
  /** When its zaps come back at the latest; by default after six hours. */
  deadlineMs?: number;
}

/** Long enough for a full queue; a job that has not ended by then is failed and its zaps come back. */
const DEADLINE_MS = 6 * 60 * 60 * 1000;

/** Reserve first, then queue: a job without held zaps never appears, and a refused job leaves nothing held. */
@Injectable()
export class QueuePaidJob {
  constructor(
    @Inject(PaidWork) private readonly paidWork: PaidWork,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError insufficient_zaps, or what the command refuses */
  async run<State>(
    { userId, price: listed, request, work, bulk, deadlineMs = DEADLINE_MS }: PaidJob,
    context: CommandContext,
    command: (held: JobPrice) => AggregateCommand<State, unknown>,
  ): Promise<Committed<State>> {
    const { jobId, workId = jobId, projectId, sceneId, requestHash } = request;
    const run = workId === jobId ? {} : { runId: jobId };
    // The sandbox costs zaps like any provider, but nobody any dollars.
    const price = work.provider === 'sandbox' ? { ...listed, usd: 0 } : listed;
    const purpose = { ...work, ...run, projectId, sceneId, workId, requestHash };
    const deadline = new Date(this.clock.now().getTime() + deadlineMs).toISOString();
    const reservation = { userId, price, purpose, deadline, bulk };
    const { holdId, hold, fresh } = await reserveForJob(this.paidWork, reservation, context);
    const { usd, version: priceVersion } = hold.price;
    try {
      return await this.dispatcher.execute(command({ holdId, units: hold.units, usd, priceVersion }));
    } catch (error) {
      // Only a refusal is certain; after any other error the job may be there, and the deadline looks after the hold.
      if (error instanceof DomainError && fresh) await this.paidWork.release({ userId, holdId, reason: 'refused' });
      throw error;
    }
  }
}
