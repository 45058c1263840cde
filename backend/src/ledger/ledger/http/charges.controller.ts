import { Controller, Get, Param } from '@nestjs/common';
import { type Charge, chargeSchema } from '@storyreel/contracts';
import { IdPipe } from '../../../infra/http/request-params';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { ForRole } from '../../../infra/sessions/roles';
import { CurrentUser, type SessionUser } from '../../../infra/sessions';
import { Charges, OpenedAssets } from '../charges';
import { AuditTrail } from './audit-trail';

/** Explains any user's charge to finance. */
@Controller('api/audit/charges')
@ForRole('finance')
export class ChargesController {
  constructor(
    private readonly charges: Charges,
    private readonly opened: OpenedAssets,
    private readonly reads: AuditTrail,
  ) {}

  @Get(':holdId')
  @Answers(chargeSchema)
  async charge(@CurrentUser() reader: SessionUser, @Param('holdId', IdPipe) holdId: string): Promise<Charge> {
    const charge = await this.charges.one(holdId, { withUsd: true });
    await this.reads.one(reader, 'charge', charge.user.id, { holdId });
    return this.opened.of(charge);
  }
}

/** Explains a charge to the creator who paid it. */
@Controller('api/credits/charges')
export class OwnChargesController {
  constructor(private readonly charges: Charges) {}

  @Get(':holdId')
  @Answers(chargeSchema)
  charge(@CurrentUser() { id: ownerId }: SessionUser, @Param('holdId', IdPipe) holdId: string): Promise<Charge> {
    return this.charges.one(holdId, { ownerId, withUsd: false });
  }
}
