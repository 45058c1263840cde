import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import {
  atQuerySchema,
  type AuditHold,
  auditHoldSchema,
  ledgerFilterSchema,
  type LedgerLine,
  ledgerLineSchema,
  ledgerQuerySchema,
  type LedgerTotals,
  ledgerTotalsSchema,
  openReturnsSchema,
  pageQuerySchema,
  type PurchaseReturn,
  purchaseReturnSchema,
  type RefundToApprove,
  refundToApproveSchema,
  type TrialBalance,
  trialBalanceSchema,
  type WalletBalanceAt,
  walletBalanceAtSchema,
  walletListQuerySchema,
} from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { IdPipe } from '../../../infra/http/request-params';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { answerPage } from '../../../infra/http/paging';
import { ForRole } from '../../../infra/sessions/roles';
import { CurrentUser, type SessionUser } from '../../../infra/sessions';
import { Balances } from '../balances';
import { LedgerQueries, LedgerTotalsQuery } from '../ledger-queries';
import { OpenHolds } from '../open-holds';
import { PurchaseReturns } from '../purchase-returns';
import { RefundsToApprove } from '../refunds-to-approve';
import { AuditTrail } from './audit-trail';

class LedgerQueryDto extends createZodDto(ledgerQuerySchema) {}
class LedgerFilterDto extends createZodDto(ledgerFilterSchema) {}
class WalletListQueryDto extends createZodDto(walletListQuerySchema) {}
class AtQueryDto extends createZodDto(atQuerySchema) {}
class PageQueryDto extends createZodDto(pageQuerySchema) {}

/** The ledger of all wallets. */
@Controller('api/audit')
@ForRole('finance')
export class LedgerController {
  constructor(
    private readonly ledger: LedgerQueries,
    private readonly sums: LedgerTotalsQuery,
    private readonly balances: Balances,
    private readonly openHolds: OpenHolds,
    private readonly toApprove: RefundsToApprove,
    private readonly purchaseReturns: PurchaseReturns,
    private readonly reads: AuditTrail,
  ) {}

  @Get('ledger')
  @Answers(z.array(ledgerLineSchema))
  async lines(
    @CurrentUser() reader: SessionUser,
    @Query() query: LedgerQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LedgerLine[]> {
    await this.reads.list(reader, 'ledger', query);
    return answerPage(response, await this.ledger.page(query));
  }

  @Get('ledger/totals')
  @Answers(ledgerTotalsSchema)
  async totals(@CurrentUser() reader: SessionUser, @Query() filter: LedgerFilterDto): Promise<LedgerTotals> {
    await this.reads.list(reader, 'ledger_totals', filter);
    return this.sums.of(filter);
  }

  @Get('wallets')
  @Answers(z.array(walletBalanceAtSchema))
  async wallets(
    @CurrentUser() reader: SessionUser,
    @Query() query: WalletListQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WalletBalanceAt[]> {
    await this.reads.list(reader, 'wallets', query);
    return answerPage(response, await this.balances.wallets(query));
  }

  @Get('wallets/:userId')
  @Answers(walletBalanceAtSchema)
  async wallet(
    @CurrentUser() reader: SessionUser,
    @Param('userId', IdPipe) userId: string,
    @Query() { at }: AtQueryDto,
  ): Promise<WalletBalanceAt> {
    await this.reads.one(reader, 'wallet', userId, { at });
    return this.balances.wallet(userId, at);
  }

  @Get('trial-balance')
  @Answers(trialBalanceSchema)
  async trialBalance(@CurrentUser() reader: SessionUser, @Query() { at }: AtQueryDto): Promise<TrialBalance> {
    await this.reads.list(reader, 'trial_balance', { at });
    return this.balances.trial(at);
  }

  @Get('holds')
  @Answers(z.array(auditHoldSchema))
  async holds(
    @CurrentUser() reader: SessionUser,
    @Query() page: PageQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditHold[]> {
    await this.reads.list(reader, 'holds', page);
    return answerPage(response, await this.openHolds.page(page));
  }

  @Get('refunds')
  @Answers(z.array(refundToApproveSchema))
  async refunds(
    @CurrentUser() reader: SessionUser,
    @Query() page: PageQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RefundToApprove[]> {
    await this.reads.list(reader, 'refunds', page);
    return answerPage(response, await this.toApprove.page(page));
  }

  @Get('returns')
  @Answers(z.array(purchaseReturnSchema))
  async returns(
    @CurrentUser() reader: SessionUser,
    @Query() page: PageQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PurchaseReturn[]> {
    await this.reads.list(reader, 'purchase_returns', page);
    return answerPage(response, await this.purchaseReturns.page(page));
  }

  /** Returns the number of open returns for the navigation, without any person's data. */
  @Get('returns/open')
  @Answers(openReturnsSchema)
  async openReturns(): Promise<{ open: number }> {
    return { open: await this.purchaseReturns.open() };
  }
}
