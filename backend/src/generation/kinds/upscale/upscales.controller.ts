import { Body, Controller, Post } from '@nestjs/common';
import { imageWorkResponseSchema, upscaleImageRequestSchema } from '@storyreel/contracts';
import type { ImageWorkResponse } from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { CurrentUser } from '../../../infra/sessions';
import type { SessionUser } from '../../../infra/sessions';
import { UpscaleRequests } from './upscale-requests';

class UpscaleImageDto extends createZodDto(upscaleImageRequestSchema) {}

@Controller('api/images')
export class UpscalesController {
  constructor(private readonly requests: UpscaleRequests) {}

  @Post('upscale')
  @Idempotent({ target: ['sceneId'] })
  @Answers(imageWorkResponseSchema)
  upscale(
    @CurrentUser() user: SessionUser,
    @Body() body: UpscaleImageDto,
    @CommandId() commandId: string,
  ): Promise<ImageWorkResponse> {
    return this.requests.request(user.id, body, commandId);
  }
}
