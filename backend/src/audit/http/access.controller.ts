import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { type AccessEntry, accessEntrySchema, pageQuerySchema } from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { Answers } from '../../platform/openapi/answers.decorator';
import { answerPage } from '../../platform/paging/page';
import { ForRole } from '../../platform/roles';
import { AccessQueries } from '../access/access-queries';

class PageQueryDto extends createZodDto(pageQuerySchema) {}

/** Who looked at what. Looking at it is not recorded: it shows no creator's records. */
@Controller('api/audit/access')
@ForRole('finance')
export class AccessController {
  constructor(@Inject(AccessQueries) private readonly accesses: AccessQueries) {}

  @Get()
  @Answers(z.array(accessEntrySchema))
  async list(@Query() page: PageQueryDto, @Res({ passthrough: true }) response: Response): Promise<AccessEntry[]> {
    return answerPage(response, await this.accesses.page(page));
  }
}
