import { Body, Controller, Delete, Get, Injectable, Param, Post } from '@nestjs/common';
import {
  contentTemplateSchema,
  deletedResponseSchema,
  LIMITS,
  restoreRequestSchema,
  saveTemplateRequestSchema,
} from '@storyreel/contracts';
import type { ContentTemplate } from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { DataSource, Not } from 'typeorm';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import type { AggregateCommand } from '../../eventsourcing/commands/command-handler';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { Quota } from '../../eventsourcing/commands/quota';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { IdPipe } from '../../infra/http/request-params';
import { CurrentUser } from '../../infra/sessions';
import type { SessionUser } from '../../infra/sessions';
import { derivedId } from '../../lib/ids';
import { DeleteTemplate, presentTemplate, RestoreTemplate, SaveTemplate } from '../domain/content-template';
import type { TemplateState } from '../domain/content-template';
import { templateEntity, TemplateQueries } from '../views/template-list.view';

/** Per-user quota of saved templates. */
@Injectable()
export class TemplateQuota extends Quota {
  constructor(database: DataSource) {
    super({
      limit: LIMITS.templatesPerUser,
      things: 'templates',
      others: (ownerId, id) => database.getRepository(templateEntity).countBy({ ownerId, id: Not(id) }),
    });
  }
}

class SaveTemplateDto extends createZodDto(saveTemplateRequestSchema) {}
class RestoreDto extends createZodDto(restoreRequestSchema) {}

@Controller('api/content-templates')
export class TemplatesController {
  constructor(
    private readonly dispatcher: CommandDispatcher,
    private readonly templates: TemplateQueries,
    private readonly room: TemplateQuota,
  ) {}

  @Get()
  @Answers(contentTemplateSchema.array())
  list(@CurrentUser() user: SessionUser): Promise<ContentTemplate[]> {
    return this.templates.ofUser(user.id);
  }

  @Post()
  @Idempotent()
  @Answers(contentTemplateSchema, 201)
  save(
    @CurrentUser() user: SessionUser,
    @Body() { idempotencyKey: _, ...content }: SaveTemplateDto,
    @CommandId() commandId: string,
  ): Promise<ContentTemplate> {
    const id = derivedId(commandId, 'content-template');
    const command = new SaveTemplate(id, content, this.dispatcher.context(user, commandId));
    return this.room.take(id, user.id, () => this.answer(command));
  }

  @Post('restore')
  @Answers(contentTemplateSchema)
  restore(@CurrentUser() user: SessionUser, @Body() { id }: RestoreDto): Promise<ContentTemplate> {
    const command = new RestoreTemplate(id, {}, this.dispatcher.context(user));
    return this.room.take(id, user.id, () => this.answer(command));
  }

  @Delete(':id')
  @Answers(deletedResponseSchema)
  async remove(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<{ id: string }> {
    await this.dispatcher.execute(new DeleteTemplate(id, {}, this.dispatcher.context(user)));
    return { id };
  }

  private async answer(command: AggregateCommand<TemplateState, unknown>): Promise<ContentTemplate> {
    return presentTemplate(command.aggregateId, (await this.dispatcher.execute(command)).state);
  }
}
