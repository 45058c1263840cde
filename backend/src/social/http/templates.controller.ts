import { Body, Controller, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import {
  type ContentTemplate,
  contentTemplateSchema,
  deletedResponseSchema,
  restoreRequestSchema,
  saveTemplateRequestSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { CommandDispatcher } from '../../platform/commands/command-dispatcher';
import type { AggregateCommand } from '../../platform/commands/command-handler';
import { IdPipe } from '../../platform/http/id.pipe';
import { CommandId, Idempotent } from '../../platform/idempotency';
import { derivedId } from '../../platform/ids';
import { Answers } from '../../platform/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../platform/sessions';
import { presentTemplate, type TemplateState } from '../domain/content-template';
import { DeleteTemplate, RestoreTemplate } from '../domain/delete-template';
import { SaveTemplate } from '../domain/save-template';
import { TemplateQueries } from '../views/template-queries';
import { TemplateQuota } from './template-room';

class SaveTemplateDto extends createZodDto(saveTemplateRequestSchema) {}
class RestoreDto extends createZodDto(restoreRequestSchema) {}

@Controller('api/content-templates')
export class TemplatesController {
  constructor(
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(TemplateQueries) private readonly templates: TemplateQueries,
    @Inject(TemplateQuota) private readonly room: TemplateQuota,
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
