import { Controller, Get, Inject } from '@nestjs/common';
import { offeredModelsSchema } from '@storyreel/contracts';
import type { OfferedModels as Answer } from '@storyreel/contracts';
import { Answers } from '../infra/http/openapi/answers.decorator';
import { OfferedModels } from '../integrations/offered-models';

/** The models of images and clips: what each takes, costs and how long it will work, and which can be chosen here. */
@Controller('api/models')
export class ModelsController {
  constructor(@Inject(OfferedModels) private readonly offered: OfferedModels) {}

  @Get()
  @Answers(offeredModelsSchema)
  models(): Answer {
    return this.offered.answer();
  }
}
