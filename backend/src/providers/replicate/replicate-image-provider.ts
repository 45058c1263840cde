import type { ImageProvider, ImageRequest } from '../image/image-provider';
import { promptOf } from '../image/prompt-of';
import { ReplicateProvider } from './replicate-provider';
import type { ReplicateTransport } from './replicate-transport';

export const REPLICATE_IMAGE_MODEL = 'black-forest-labs/flux-dev';

/** flux-dev, which makes up to four pictures in one prediction. */
export class ReplicateImageProvider extends ReplicateProvider<ImageRequest> implements ImageProvider {
  constructor(transport: ReplicateTransport) {
    super(transport, 'image/jpeg');
  }

  protected override async input(
    request: ImageRequest,
  ): Promise<{ model: typeof REPLICATE_IMAGE_MODEL; input: object }> {
    const { count, seed } = request;
    return {
      model: REPLICATE_IMAGE_MODEL,
      input: {
        prompt: promptOf(request),
        num_outputs: count,
        aspect_ratio: '9:16',
        megapixels: '1',
        output_format: 'jpg',
        output_quality: 92,
        go_fast: true,
        ...(seed === undefined ? {} : { seed }),
      },
    };
  }
}
