import { Body, Controller, Param, Post } from '@nestjs/common';
import { drawSheetRequestSchema, projectSchema } from '@storyreel/contracts';
import type { Project } from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { IdPipe } from '../../../infra/http/request-params';
import { CurrentUser } from '../../../infra/sessions';
import type { SessionUser } from '../../../infra/sessions';
import { CastSheetRequests } from './cast-sheet-requests';

class DrawSheetDto extends createZodDto(drawSheetRequestSchema) {}

@Controller('api/projects/:projectId/cast')
export class CastSheetsController {
  constructor(private readonly requests: CastSheetRequests) {}

  @Post('sheet')
  @Idempotent()
  @Answers(projectSchema)
  draw(
    @CurrentUser() user: SessionUser,
    @Param('projectId', IdPipe) projectId: string,
    @Body() body: DrawSheetDto,
    @CommandId() commandId: string,
  ): Promise<Project> {
    return this.requests.request(user.id, projectId, body, commandId);
  }
}
