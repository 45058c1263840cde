import { Injectable } from '@nestjs/common';
import { JobWorker } from '../../../eventsourcing/reactors/reactor';
import { inViews } from '../../../integrations/in-views';
import type { ImageProvider, ImageRequest } from '../../../integrations/ports/image-provider';
import type { CastSheetAsked, GenerationJob } from '../../../projects/storyboard';
import type { KindReplay } from '../../workers/kind-parts';
import { imageReplay, NewImagesWorker, replayedBy } from '../image/run-image-job';
import { castSheets, decideQueueCastSheet } from './cast-sheet-job';
import type { CastSheetData } from './cast-sheet-job';

export const CAST_SHEET_QUEUE = 'cast-sheets';

/** Draws a member of the cast from each side of a sheet. */
@Injectable()
@JobWorker()
export class RunCastSheet extends NewImagesWorker<CastSheetAsked> {
  readonly queue = CAST_SHEET_QUEUE;
  readonly kind = castSheets;
  protected override readonly gaveUp = "Couldn't draw the sheet. Please try again.";

  override providerFor(asked: CastSheetAsked): ImageProvider {
    return inViews(super.providerFor(asked));
  }

  override async request(job: GenerationJob<CastSheetAsked>, ownerId: string): Promise<ImageRequest> {
    return { ...(await super.request(job, ownerId)), views: job.queued.views };
  }
}

export const castSheetReplay: KindReplay = {
  ...imageReplay,
  queue: ({ queued }, _context, state, environment) =>
    decideQueueCastSheet({ data: queued as CastSheetData }, state, environment),
  worker: replayedBy(RunCastSheet),
};
