import { combinationProblem, fieldsOf, findVideoModel, modelDuration } from '@storyreel/contracts';
import { CreateRefused } from '../provider-errors';
import { validSettings } from '../video/model-settings';
import type { VideoImage, VideoProvider, VideoRequest } from '../video/video-provider';
import { ReplicateProvider } from './replicate-provider';
import type { ReplicateTransport } from './replicate-transport';

/** Up to here Replicate advises to send files within the request. */
const INLINE_BYTES = 256 * 1024;

/** Set by us, whatever the form says. */
const OWN_INPUTS = new Set(['prompt', 'duration', 'start_image', 'first_frame_image', 'image', 'aspect_ratio']);

export class ReplicateVideoProvider extends ReplicateProvider<VideoRequest> implements VideoProvider {
  constructor(transport: ReplicateTransport) {
    super(transport, 'video/mp4');
  }

  protected override async input(
    { modelId, prompt, image, durationSeconds, settings }: VideoRequest,
    signal?: AbortSignal,
  ): Promise<{ model: `${string}/${string}`; input: object }> {
    const model = findVideoModel(modelId);
    if (model === null)
      throw new CreateRefused(`The video model ${modelId} is not known.`, { reason: 'invalid-input' });
    const checked = validSettings(fieldsOf(model), settings);
    const problem = checked.problems[0] ?? combinationProblem(modelId, durationSeconds, checked.settings);
    if (problem !== null && problem !== undefined) throw new CreateRefused(problem, { reason: 'invalid-input' });
    const extras = Object.fromEntries(
      Object.entries(checked.settings).filter(([name, value]) => !OWN_INPUTS.has(name) && value !== ''),
    );
    return {
      model: model.slug,
      input: {
        ...extras,
        prompt,
        duration: modelDuration(modelId, durationSeconds),
        [model.imageInput]: await this.imageInput(image, signal),
      },
    };
  }

  private async imageInput(image: VideoImage, signal?: AbortSignal): Promise<string> {
    if ('url' in image) return image.url;
    const bytes = await image.read();
    return bytes.length <= INLINE_BYTES
      ? `data:${image.mimeType};base64,${bytes.toString('base64')}`
      : this.transport.upload(bytes, image.mimeType, signal);
  }
}
