import { Controller, Get, Inject, Post, Query, Res } from '@nestjs/common';
import {
  type LatestVerification,
  latestVerificationSchema,
  pageQuerySchema,
  type SignedHeadsSummary,
  signedHeadsSchema,
  type VerificationSummary,
  verificationSummarySchema,
} from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { APP_CONFIG, type AppConfig, originOf } from '../../infra/config/app-config';
import { Answers, WritesFile } from '../../infra/http/openapi/answers.decorator';
import { answerPage } from '../../infra/http/paging';
import { ForRole } from '../../infra/sessions/roles';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { DomainError } from '../../lib/domain-error';
import { Clock } from '../../lib/time';
import { certificateOf } from './certificate';
import { LEDGER_KEYS, type LedgerKeys } from './ledger-heads';
import { Verifications } from './verifications';
import { SignedHeadsQueries } from './signed-heads.view';

class PageQueryDto extends createZodDto(pageQuerySchema) {}

@ForRole('finance')
@Controller('api/audit')
export class ProofController {
  constructor(
    private readonly verifications: Verifications,
    private readonly heads: SignedHeadsQueries,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'publicUrl' | 'port'>,
    @Inject(LEDGER_KEYS) private readonly keys: LedgerKeys,
  ) {}

  /** Starts a verification in the background; returns the running one if there is one. */
  @Post('verifications')
  @Answers(latestVerificationSchema, 202)
  async start(@CurrentUser() user: SessionUser): Promise<LatestVerification> {
    return { latest: await this.verifications.start(user) };
  }

  @Get('verifications')
  @Answers(z.array(verificationSummarySchema))
  async list(): Promise<VerificationSummary[]> {
    return this.verifications.list();
  }

  @Get('verifications/latest')
  @Answers(latestVerificationSchema)
  async latest(): Promise<LatestVerification> {
    return { latest: await this.verifications.latest() };
  }

  /** Returns the latest verification as a text to file away. */
  @Get('verifications/latest/certificate')
  @WritesFile('text/plain')
  async certificate(@Res() response: Response): Promise<void> {
    const latest = await this.verifications.latest();
    if (!latest) throw new DomainError('not_found', 'The ledger has not been verified here yet.');
    const at = this.clock.now().toISOString();
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="ledger-certificate-${at.slice(0, 10)}.txt"`);
    response.send(certificateOf(latest, { place: originOf(this.config), at }, this.keys));
  }

  @Get('heads')
  @Answers(z.array(signedHeadsSchema))
  async signed(
    @Query() page: PageQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedHeadsSummary[]> {
    return answerPage(response, await this.heads.list(page));
  }
}
