import { Body, Controller, Delete, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import {
  addImageRequestSchema,
  addVideoRequestSchema,
  changeShotsRequestSchema,
  replaceProcessingVideoRequestSchema,
  restoreShotsRequestSchema,
  type Scene,
  sceneSchema,
  setMainImageRequestSchema,
  setMainVideoRequestSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { IdPipe } from '../../../infra/http/request-params';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../../infra/sessions';
import { ChangeShots, RestoreShots } from '../domain/change-shots';
import { KeptImages } from '../history/kept-images';
import { SceneCommands } from './scene-commands';
import {
  AddImage,
  AddVideo,
  ChooseMainImage,
  ChooseMainVideo,
  RemoveImage,
  RemoveVideo,
  ReplaceProcessingVideo,
} from '../domain/scene-media';

class AddImageDto extends createZodDto(addImageRequestSchema) {}
class SetMainImageDto extends createZodDto(setMainImageRequestSchema) {}
class AddVideoDto extends createZodDto(addVideoRequestSchema) {}
class SetMainVideoDto extends createZodDto(setMainVideoRequestSchema) {}
class ChangeShotsDto extends createZodDto(changeShotsRequestSchema) {}
class RestoreShotsDto extends createZodDto(restoreShotsRequestSchema) {}
class ReplaceProcessingVideoDto extends createZodDto(replaceProcessingVideoRequestSchema) {}

@Controller('api/scenes/:sceneId')
export class SceneMediaController {
  constructor(
    private readonly commands: SceneCommands,
    private readonly kept: KeptImages,
  ) {}

  @Post('images')
  @Idempotent()
  @Answers(sceneSchema)
  async addImage(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @Body() body: AddImageDto,
    @CommandId() commandId: string,
  ): Promise<Scene> {
    await this.kept.refuseImage(body.imageUrl);
    return this.commands.answer(AddImage, user, { ...body, sceneId }, commandId);
  }

  @Patch('main-image')
  @Answers(sceneSchema)
  setMainImage(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @Body() body: SetMainImageDto,
  ): Promise<Scene> {
    return this.commands.answer(ChooseMainImage, user, { ...body, sceneId });
  }

  @Delete('images/:index')
  @Idempotent()
  @Answers(sceneSchema)
  removeImage(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @Param('index', ParseIntPipe) index: number,
    @CommandId() commandId: string,
  ): Promise<Scene> {
    return this.commands.answer(RemoveImage, user, { sceneId, index }, commandId);
  }

  @Post('videos')
  @Idempotent()
  @Answers(sceneSchema)
  addVideo(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @Body() body: AddVideoDto,
    @CommandId() commandId: string,
  ): Promise<Scene> {
    return this.commands.answer(AddVideo, user, { ...body, sceneId }, commandId);
  }

  @Patch('main-video')
  @Answers(sceneSchema)
  setMainVideo(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @Body() body: SetMainVideoDto,
  ): Promise<Scene> {
    return this.commands.answer(ChooseMainVideo, user, { ...body, sceneId });
  }

  @Post('replace-processing-video')
  @Idempotent()
  @Answers(sceneSchema)
  replaceProcessingVideo(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @Body() body: ReplaceProcessingVideoDto,
    @CommandId() commandId: string,
  ): Promise<Scene> {
    return this.commands.answer(ReplaceProcessingVideo, user, { ...body, sceneId }, commandId);
  }

  @Delete('videos/:videoId')
  @Answers(sceneSchema)
  removeVideo(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @Param('videoId') videoId: string,
  ): Promise<Scene> {
    return this.commands.answer(RemoveVideo, user, { sceneId, videoId });
  }

  /** Sets shots of the film by hand, or returns them to automatic. */
  @Post('shots')
  @Answers(sceneSchema)
  changeShots(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @Body() body: ChangeShotsDto,
  ): Promise<Scene> {
    return this.commands.answer(ChangeShots, user, { ...body, sceneId });
  }

  /** Undoes the newest change of the shots. */
  @Post('shots/restore')
  @Answers(sceneSchema)
  restoreShots(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @Body() body: RestoreShotsDto,
  ): Promise<Scene> {
    return this.commands.answer(RestoreShots, user, { ...body, sceneId });
  }
}
