import type { ImageRequest } from '../image/image-provider';
import type { VideoImage, VideoRequest } from '../video/video-provider';

const IMAGE_MODEL = 'black-forest-labs/flux-dev';

/** flux-dev makes up to four pictures a prediction. */
export const imageInput = ({ prompt, count, seed }: ImageRequest): Promise<{ model: string; input: object }> =>
  Promise.resolve({
    model: IMAGE_MODEL,
    input: {
      prompt,
      num_outputs: count,
      aspect_ratio: '9:16',
      output_format: 'jpg',
      ...(seed === undefined ? {} : { seed }),
    },
  });

interface VideoModel {
  slug: string;
  /** The input that takes the picture a clip starts from. */
  imageField: string;
}

const VIDEO_MODELS: Record<string, VideoModel> = {
  'kling-v2.1': { slug: 'kwaivgi/kling-v2.1', imageField: 'start_image' },
  'hailuo-02': { slug: 'minimax/hailuo-02', imageField: 'first_frame_image' },
  'seedance-1-pro': { slug: 'bytedance/seedance-1-pro', imageField: 'image' },
  'seedance-1-lite': { slug: 'bytedance/seedance-1-lite', imageField: 'image' },
};

async function imageValue(image: VideoImage): Promise<string> {
  if ('url' in image) return image.url;
  return `data:${image.mimeType};base64,${(await image.read()).toString('base64')}`;
}

export async function videoInput(request: VideoRequest): Promise<{ model: string; input: object }> {
  const model = Object.hasOwn(VIDEO_MODELS, request.modelId) ? VIDEO_MODELS[request.modelId] : undefined;
  if (!model) throw new TypeError(`There is no video model ${request.modelId}.`);
  return {
    model: model.slug,
    input: {
      ...request.settings,
      prompt: request.prompt,
      duration: request.durationSeconds,
      [model.imageField]: await imageValue(request.image),
    },
  };
}
