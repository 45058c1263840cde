import { Controller, Inject, Param, Post } from '@nestjs/common';
import { cleanupDeadImagesResponseSchema } from '@storyreel/contracts';
import { CommandDispatcher } from '../../../platform/commands/command-dispatcher';
import { IdPipe } from '../../../platform/http/id.pipe';
import { CommandId, Idempotent } from '../../../platform/idempotency';
import { Answers } from '../../../platform/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../../platform/sessions';
import { SceneQueries } from '../../../storyboard';
import { CleanupDeadImages, cleanupResult } from './cleanup-dead-images';

@Controller('api/scenes')
export class DeadImagesController {
  constructor(
    @Inject(SceneQueries) private readonly scenes: SceneQueries,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
  ) {}

  @Post(':id/cleanup-dead-images')
  @Idempotent()
  @Answers(cleanupDeadImagesResponseSchema)
  async cleanup(
    @Param('id', IdPipe) sceneId: string,
    @CurrentUser() user: SessionUser,
    @CommandId() commandId: string,
  ): Promise<{ removedCount: number; remainingCount: number }> {
    const projectId = await this.scenes.projectOf(sceneId, user.id);
    const context = this.dispatcher.context(user, commandId);
    const command = new CleanupDeadImages(projectId, { sceneId }, context);
    return cleanupResult(command, (await this.dispatcher.execute(command)).state);
  }
}
