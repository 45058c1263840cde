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
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { answerPage } from '../../infra/http/paging';
import { ForRole } from '../../infra/sessions/roles';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { Verifications } from './verifications';
import { SignedHeadsQueries } from './signed-heads.view';

class PageQueryDto extends createZodDto(pageQuerySchema) {}

@ForRole('finance')
@Controller('api/audit')
export class ProofController {
  constructor(
    @Inject(Verifications) private readonly verifications: Verifications,
    @Inject(SignedHeadsQueries) private readonly heads: SignedHeadsQueries,
  ) {}

  /** Runs in the background; a request while one runs returns that one. */
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

  @Get('heads')
  @Answers(z.array(signedHeadsSchema))
  async signed(
    @Query() page: PageQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedHeadsSummary[]> {
    return answerPage(response, await this.heads.list(page));
  }
}
