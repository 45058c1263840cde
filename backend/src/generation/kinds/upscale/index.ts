import { upscalePrice } from '@storyreel/contracts';
import { refusable } from '../../../eventsourcing/refusals/refusals';
import { projectAggregate } from '../../../projects/storyboard';
import { jobsPushRule } from '../../views/job.view';
import { queueJobReactor } from '../../workers/job-queue';
import type { KindParts } from '../../workers/kind-parts';
import { RunUpscale, UPSCALE_QUEUE, upscaleReplay } from './run-upscale';
import { decideQueueUpscale, QueueUpscale, QueueUpscaleHandler, upscales } from './upscale-job';
import { UpscaleRequests } from './upscale-requests';
import { UpscalesController } from './upscales.controller';

const MILLION = 1_000_000;

export const upscaleKind: KindParts = {
  kind: upscales,
  replay: upscaleReplay,
  refusals: [refusable(QueueUpscale, projectAggregate, decideQueueUpscale)],
  // These jobs are in the view that all kinds of work on images share.
  views: [],
  processes: [queueJobReactor(upscales, () => UPSCALE_QUEUE)],
  pushRules: [jobsPushRule(upscales, 'imageJobsChanged', 'completed')],
  explains: [
    'upscale_image',
    ({ model, pixels = 0 }) => ({
      what: `1 image of ${(pixels / MILLION).toFixed(1)} million pixels`,
      price: upscalePrice(model, pixels),
    }),
  ],
  controllers: [UpscalesController],
  providers: [UpscaleRequests, QueueUpscaleHandler, RunUpscale],
};
