import { editPrice } from '@storyreel/contracts';
import { refusable } from '../../../eventsourcing/refusals/refusals';
import { projectAggregate } from '../../../projects/storyboard';
import { jobsPushRule } from '../../views/job.view';
import { queueJobReactor } from '../../workers/job-queue';
import type { KindParts } from '../../workers/kind-parts';
import { decideQueueImageEdit, imageEdits, QueueImageEdit, QueueImageEditHandler } from './image-edit-job';
import { ImageEditRequests } from './image-edit-requests';
import { ImageEditsController } from './image-edits.controller';
import { IMAGE_EDIT_QUEUE, imageEditReplay, RunImageEdit } from './run-image-edit';

export const imageEditKind: KindParts = {
  kind: imageEdits,
  replay: imageEditReplay,
  refusals: [refusable(QueueImageEdit, projectAggregate, decideQueueImageEdit)],
  // These jobs are in the view that all kinds of work on images share.
  views: [],
  processes: [queueJobReactor(imageEdits, () => IMAGE_EDIT_QUEUE)],
  pushRules: [jobsPushRule(imageEdits, 'imageJobsChanged', 'completed')],
  explains: ['edit_image', ({ model }) => ({ what: '1 edited image', price: editPrice(model) })],
  controllers: [ImageEditsController],
  providers: [ImageEditRequests, QueueImageEditHandler, RunImageEdit],
};
