import { Body, Controller, Post } from '@nestjs/common';
import { editImageRequestSchema, imageWorkResponseSchema } from '@storyreel/contracts';
import type { ImageWorkResponse } from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { LargeBody } from '../../../infra/http/bodies/body.interceptor';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { CurrentUser } from '../../../infra/sessions';
import type { SessionUser } from '../../../infra/sessions';
import { ImageEditRequests } from './image-edit-requests';

class EditImageDto extends createZodDto(editImageRequestSchema) {}

@Controller('api/images')
export class ImageEditsController {
  constructor(private readonly requests: ImageEditRequests) {}

  /** Accepts a large body, which may contain a mask. */
  @Post('edit')
  @LargeBody()
  @Idempotent({ target: ['sceneId'] })
  @Answers(imageWorkResponseSchema)
  edit(
    @CurrentUser() user: SessionUser,
    @Body() body: EditImageDto,
    @CommandId() commandId: string,
  ): Promise<ImageWorkResponse> {
    return this.requests.request(user.id, body, commandId);
  }
}
