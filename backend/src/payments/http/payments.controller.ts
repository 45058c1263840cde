import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { pageQuerySchema, type Payment, paymentSchema, paymentsQuerySchema } from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { AccessLog } from '../../access';
import { Answers } from '../../platform/openapi/answers.decorator';
import { answerPage } from '../../platform/paging/page';
import { ForRole } from '../../platform/roles';
import { CurrentUser, type SessionUser } from '../../platform/sessions';
import { PaymentQueries } from '../views/payment-queries';

class PaymentsQueryDto extends createZodDto(paymentsQuerySchema.extend(pageQuerySchema.shape)) {}

@Controller('api/audit/payments')
@ForRole('finance')
export class PaymentsController {
  constructor(
    @Inject(PaymentQueries) private readonly queries: PaymentQueries,
    @Inject(AccessLog) private readonly access: AccessLog,
  ) {}

  /** Newest first. */
  @Get()
  @Answers(z.array(paymentSchema))
  async payments(
    @CurrentUser() user: SessionUser,
    @Query() { state, limit, cursor }: PaymentsQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Payment[]> {
    await this.access.record(user, { what: 'payments', ownerId: null, detail: { state: state ?? 'all' } });
    return answerPage(response, await this.queries.page({ state, limit, cursor }));
  }
}
