import type { ImageProvider, ImageRequest } from '../image/image-provider';
import { CreateRefused } from '../provider-errors';
import { ReplicateProvider } from './replicate-provider';
import type { ReplicateTransport } from './replicate-transport';

const MODEL = 'black-forest-labs/flux-dev';
const MAX_OUTPUTS = 4;

/** Switches that other image services understand; flux would paint them as words. */
const withoutSwitches = (prompt: string): string => prompt.replace(/\s--\w+(?:\s+(?!--)\S+)?/gu, '').trim();

/** flux-dev, which makes up to four pictures in one prediction. */
export class ReplicateImageProvider extends ReplicateProvider<ImageRequest> implements ImageProvider {
  constructor(transport: ReplicateTransport) {
    super(transport, 'image/jpeg');
  }

  protected override async input({
    prompt,
    count,
    seed,
  }: ImageRequest): Promise<{ model: typeof MODEL; input: object }> {
    const text = withoutSwitches(prompt);
    if (text === '') throw new CreateRefused('The prompt is empty.', { reason: 'invalid-input' });
    if (!Number.isInteger(count) || count < 1 || count > MAX_OUTPUTS)
      throw new CreateRefused(`Between 1 and ${MAX_OUTPUTS} pictures can be made at once.`, {
        reason: 'invalid-input',
      });
    return {
      model: MODEL,
      input: {
        prompt: text,
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
