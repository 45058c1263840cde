import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { pageQuerySchema, type Payment, paymentSchema, paymentsQuerySchema } from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { DataSource, LessThan } from 'typeorm';
import { z } from 'zod';
import { AccessLog } from '../../access';
import { Answers } from '../../platform/openapi/answers.decorator';
import { answerPage, keyFrom, pageOf } from '../../platform/paging/page';
import { ForRole } from '../../platform/roles';
import { CurrentUser, type SessionUser } from '../../platform/sessions';
import { paymentEntity } from '../views/payment.view';

class PaymentsQueryDto extends createZodDto(paymentsQuerySchema.extend(pageQuerySchema.shape)) {}

const cursorShape = z.tuple([z.string()]);

@Controller('api/audit/payments')
@ForRole('finance')
export class PaymentsController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
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
    const where = {
      ...(state && { state }),
      ...(cursor !== undefined && { position: LessThan(keyFrom(cursor, cursorShape)[0]) }),
    };
    const rows = await this.dataSource
      .getRepository(paymentEntity)
      .find({ where, order: { position: 'DESC' }, take: limit + 1 });
    const { items, next } = pageOf(rows, limit, ({ position }) => [position]);
    return answerPage(response, { items: items.map(({ position: _position, ...payment }) => payment), next });
  }
}
