import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { exportQuerySchema } from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { Clock } from '../../lib/time';
import { WritesFile } from '../../infra/http/openapi/answers.decorator';
import { ForRole } from '../../infra/sessions/roles';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { LEDGER_FORMATS } from './export-format';
import { TableSource } from './table-source';
import { exportRecords, inChunks } from './write-export';
import { LedgerFilters } from '../ledger/ledger-filter';
import { AuditTrail } from '../ledger/http/audit-trail';

class ExportQueryDto extends createZodDto(exportQuerySchema) {}

@Controller('api/audit/export')
@ForRole('finance')
export class ExportController {
  constructor(
    private readonly source: TableSource,
    private readonly filters: LedgerFilters,
    private readonly reads: AuditTrail,
    private readonly clock: Clock,
  ) {}

  @Get()
  @WritesFile('text/csv')
  async download(
    @CurrentUser() reader: SessionUser,
    @Query() query: ExportQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    await this.reads.list(reader, 'export', query);
    const { format: name, ...given } = query;
    const format = LEDGER_FORMATS[name];
    const filter = await this.filters.resolve(given);
    const upTo = await this.source.newest();
    const exportedAt = this.clock.now().toISOString();
    response.setHeader('Content-Type', format.contentType);
    response.setHeader(
      'Content-Disposition',
      `attachment; filename="ledger-${exportedAt.slice(0, 10)}.${format.extension}"`,
    );
    const records = exportRecords(this.source, { format, filter, exportedAt, upTo });
    // The headers have been sent: only a cut connection or a missing digest can show that the file is incomplete.
    await pipeline(Readable.from(inChunks(records)), response).catch(() => response.destroy());
  }
}
