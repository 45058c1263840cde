import { Inject, Injectable } from '@nestjs/common';
import { CommandGateway } from '../platform/commands/command-gateway';
import type { CommandContext } from '../platform/commands/command-context';
import type { AggregateCommand } from '../platform/commands/command-handler';
import type { Committed } from '../platform/commands/aggregate-store';
import { Refusal } from '../platform/domain/refusal';
import type { Reservation } from './domain/reserve-zaps';
import { PaidWork } from './paid-work';
import { reserveForJob } from './reserve-for-job';

/** Held zaps, as the job's first event records them. */
export interface HeldPrice {
  holdId: string;
  units: number;
  usd: number;
  priceVersion: string;
}

/** Reserve first, then queue: a job without held zaps never appears, and a refused job leaves nothing held. */
@Injectable()
export class QueuePaidJob {
  constructor(
    @Inject(PaidWork) private readonly paidWork: PaidWork,
    @Inject(CommandGateway) private readonly gateway: CommandGateway,
  ) {}

  /** @throws Refusal insufficient_zaps, or what the command refuses */
  async run<State>(
    reservation: Omit<Reservation, 'holdId'>,
    context: CommandContext,
    command: (held: HeldPrice) => AggregateCommand<State>,
  ): Promise<Committed<State>> {
    const { holdId, hold, fresh } = await reserveForJob(this.paidWork, reservation, context);
    const { usd, version: priceVersion } = hold.price;
    try {
      return await this.gateway.execute(command({ holdId, units: hold.units, usd, priceVersion }));
    } catch (error) {
      // Only a refusal is certain; after any other error the job may be there, and the deadline looks after the hold.
      const { userId } = reservation;
      if (error instanceof Refusal && fresh) await this.paidWork.release({ userId, holdId, reason: 'refused' });
      throw error;
    }
  }
}
