import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { editPrice, findImageModel, MASK_BYTES } from '@storyreel/contracts';
import type { editImageRequestSchema, ImageModel, ImageWorkResponse } from '@storyreel/contracts';
import type { z } from 'zod';
import { maskProblem } from '../../../infra/media/pictures/png-mask';
import { MediaStore } from '../../../infra/storage';
import { OfferedModels } from '../../../integrations/offered-models';
import { PROVIDERS } from '../../../integrations/providers.token';
import type { Providers } from '../../../integrations/providers.token';
import { DomainError } from '../../../lib/domain-error';
import { requestHash } from '../../../lib/hash';
import { derivedId } from '../../../lib/ids';
import type { MadeFrom } from '../../../projects/storyboard';
import { imageToWorkOn } from '../../domain/job-steps';
import { GenerationRequests } from '../../http/generation-requests';
import { SourcePictures } from '../../source-pictures';
import { imageEdits, QueueImageEdit } from './image-edit-job';

type Body = z.output<typeof editImageRequestSchema>;

@Injectable()
export class ImageEditRequests {
  constructor(
    private readonly requests: GenerationRequests,
    private readonly sources: SourcePictures,
    @Inject(MediaStore) private readonly media: Pick<MediaStore, 'save'>,
    @Inject(PROVIDERS) private readonly providers: Pick<Providers, 'imageFor'>,
    @Inject(OfferedModels) private readonly offered: Pick<OfferedModels, 'check'>,
  ) {}

  /** @throws DomainError not_found, bad_request, limit_reached, insufficient_zaps, idempotency_key_reused */
  async request(userId: string, body: Body, commandId: string): Promise<ImageWorkResponse> {
    const { sceneId, imageUrl, instruction, model, seed, negativePrompt } = body;
    const target = await this.requests.target(userId, sceneId);
    const jobId = derivedId(commandId, imageEdits.name);
    const slotId = derivedId(jobId, 'slot');
    const hash = requestHash(sceneId, imageUrl, instruction, model, body.mask, seed, negativePrompt);
    const answer = { jobId, imageId: slotId };
    if (await this.requests.repeated(target.state, { jobId, requestHash: hash })) return answer;
    // Everything is checked before a file is stored or a zap is reserved.
    const check = () => imageToWorkOn(target.scene, { url: imageUrl });
    const [slot, editor] = [check(), this.editor(model)];
    const from = await this.sources.of(slot, userId);
    const mask = body.mask === undefined ? undefined : await this.mask(editor, body.mask, from, userId);
    await this.requests.job(
      target,
      {
        kind: imageEdits,
        data: {
          ...{ jobId, requestHash: hash, instruction, model, slotIds: [slotId], from },
          ...(mask && { mask }),
          ...(seed !== undefined && editor.inputs.seed !== undefined && { seed }),
          ...(negativePrompt && editor.inputs.negativePrompt !== undefined && { negativePrompt }),
        },
        check,
        price: () => editPrice(model),
        command: QueueImageEdit,
        work: {
          provider: this.providers.imageFor(model).name,
          model,
          operation: 'edit_image',
          description: mask ? 'An image edited within a mask' : 'An edited image',
        },
        bulk: false,
      },
      this.requests.context(userId, commandId),
    );
    return answer;
  }

  /** @throws DomainError bad_request */
  private editor(id: string): ImageModel {
    const model = findImageModel(id);
    if (!model?.edits) throw new DomainError('bad_request', `${model?.name ?? id} does not edit images.`);
    this.offered.check(id);
    return model;
  }

  /** @throws DomainError bad_request */
  private async mask({ name, edits }: ImageModel, coded: string, from: MadeFrom, ownerId: string) {
    if (edits?.mask === undefined) throw new DomainError('bad_request', `${name} takes no mask.`);
    const bytes = Buffer.from(coded, 'base64');
    const problem = bytes.length > MASK_BYTES ? 'The mask is too large.' : maskProblem(bytes, from);
    if (problem !== null) throw new DomainError('bad_request', problem);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const place = { key: derivedId(ownerId, 'mask', hash), visibility: 'private' as const, maxBytes: MASK_BYTES };
    const origin = { byModel: false, from: [] };
    const { url } = await this.media.save({ ...place, ownerId, buffer: bytes, contentType: 'image/png', origin });
    return { url, hash };
  }
}
