import { Inject, Injectable } from '@nestjs/common';
import { findUpscaler, upscaledSize, upscalePrice, upscaleProblem } from '@storyreel/contracts';
import type { ImageWorkResponse, Price, upscaleImageRequestSchema } from '@storyreel/contracts';
import type { z } from 'zod';
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
import { QueueUpscale, upscales } from './upscale-job';

type Body = z.output<typeof upscaleImageRequestSchema>;

@Injectable()
export class UpscaleRequests {
  constructor(
    private readonly requests: GenerationRequests,
    private readonly sources: SourcePictures,
    @Inject(PROVIDERS) private readonly providers: Pick<Providers, 'imageFor'>,
    @Inject(OfferedModels) private readonly offered: Pick<OfferedModels, 'check'>,
  ) {}

  /** @throws DomainError not_found, bad_request, limit_reached, insufficient_zaps, idempotency_key_reused */
  async request(userId: string, body: Body, commandId: string): Promise<ImageWorkResponse> {
    const { sceneId, imageUrl, model, factor } = body;
    const target = await this.requests.target(userId, sceneId);
    const jobId = derivedId(commandId, upscales.name);
    const slotId = derivedId(jobId, 'slot');
    const hash = requestHash(sceneId, imageUrl, model, factor);
    const answer = { jobId, imageId: slotId };
    if (await this.requests.repeated(target.state, { jobId, requestHash: hash })) return answer;
    const check = () => imageToWorkOn(target.scene, { url: imageUrl });
    this.offered.check(model);
    const from = await this.sources.of(check(), userId, { whole: true });
    const { pixels, price } = priced(model, from, factor);
    await this.requests.job(
      target,
      {
        kind: upscales,
        data: { jobId, requestHash: hash, model, slotIds: [slotId], from, factor, pixels },
        check,
        price: () => price,
        command: QueueUpscale,
        work: {
          provider: this.providers.imageFor(model).name,
          model,
          operation: 'upscale_image',
          description: `An image enlarged ${factor} times`,
        },
        bulk: false,
      },
      this.requests.context(userId, commandId),
    );
    return answer;
  }
}

/** Returns an enlargement's size and price. @throws DomainError bad_request when the model cannot make it */
export function priced(
  id: string,
  from: Pick<MadeFrom, 'width' | 'height'>,
  factor: number,
): { pixels: number; price: Price } {
  const model = findUpscaler(id);
  if (!model) throw new DomainError('bad_request', `${id} does not enlarge images.`);
  const problem = upscaleProblem(model, from, factor);
  if (problem !== null) throw new DomainError('bad_request', problem);
  const { width, height } = upscaledSize(from, factor);
  const price = upscalePrice(id, width * height);
  if (!price) throw new DomainError('bad_request', `No price of ${model.name} is known for this size.`);
  return { pixels: width * height, price };
}
