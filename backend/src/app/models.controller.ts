import { Controller, Get } from '@nestjs/common';
import { offeredModelsSchema } from '@storyreel/contracts';
import type { OfferedModels as Answer } from '@storyreel/contracts';
import { Answers } from '../infra/http/openapi/answers.decorator';
import { OfferedModels } from '../integrations/offered-models';

/** Lists image and clip models: their settings, prices and end dates, and whether they can be chosen here. */
@Controller('api/models')
export class ModelsController {
  constructor(private readonly offered: OfferedModels) {}

  @Get()
  @Answers(offeredModelsSchema)
  models(): Answer {
    return this.offered.answer();
  }
}
