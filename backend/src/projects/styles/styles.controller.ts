import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import {
  addReadyMadeStyleRequestSchema,
  addStyleRequestSchema,
  deletedResponseSchema,
  idSchema,
  saveStyleRequestSchema,
  type Style,
  styleSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { IdPipe } from '../../infra/http/request-params';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { derivedId } from '../../lib/ids';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import {
  AddReadyMadeStyle,
  AddStyle,
  DeleteStyle,
  presentStyle,
  readyMadeStyleId,
  RestoreStyle,
  UpdateStyle,
} from './style';
import { StyleQueries } from './style-list.view';

class AddStyleDto extends createZodDto(addStyleRequestSchema) {}
class AddReadyMadeStyleDto extends createZodDto(addReadyMadeStyleRequestSchema) {}
class SaveStyleDto extends createZodDto(saveStyleRequestSchema) {}
class RestoreStyleDto extends createZodDto(z.object({ id: idSchema })) {}

@Controller('api/styles')
export class StylesController {
  constructor(
    private readonly styles: StyleQueries,
    private readonly dispatcher: CommandDispatcher,
  ) {}

  @Get()
  @Answers(z.array(styleSchema))
  list(@CurrentUser() user: SessionUser): Promise<Style[]> {
    return this.styles.ofUser(user.id);
  }

  @Post()
  @Idempotent()
  @Answers(styleSchema, 201)
  async add(
    @CurrentUser() user: SessionUser,
    @Body() { idempotencyKey: _, ...content }: AddStyleDto,
    @CommandId() commandId: string,
  ): Promise<Style> {
    const id = derivedId(commandId, 'style');
    const { state } = await this.dispatcher.execute(
      new AddStyle(id, content, this.dispatcher.context(user, commandId)),
    );
    return presentStyle(id, state);
  }

  /**
   * No idempotency key is needed: the id is derived from the style, so a second request finds the style already added.
   */
  @Post('ready-made')
  @Answers(styleSchema)
  async addReadyMade(@CurrentUser() user: SessionUser, @Body() { key }: AddReadyMadeStyleDto): Promise<Style> {
    const id = readyMadeStyleId(user.id, key);
    const command = new AddReadyMadeStyle(id, { key }, this.dispatcher.context(user));
    return presentStyle(id, (await this.dispatcher.execute(command)).state);
  }

  @Post('restore')
  @Answers(styleSchema)
  async restore(@CurrentUser() user: SessionUser, @Body() { id }: RestoreStyleDto): Promise<Style> {
    await this.dispatcher.execute(new RestoreStyle(id, {}, this.dispatcher.context(user)));
    return this.styles.one(id, user.id);
  }

  @Put(':id')
  @Answers(styleSchema)
  async update(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() body: SaveStyleDto,
  ): Promise<Style> {
    await this.dispatcher.execute(new UpdateStyle(id, body, this.dispatcher.context(user)));
    return this.styles.one(id, user.id);
  }

  @Delete(':id')
  @Answers(deletedResponseSchema)
  async delete(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<{ id: string }> {
    await this.dispatcher.execute(new DeleteStyle(id, {}, this.dispatcher.context(user)));
    return { id };
  }
}
