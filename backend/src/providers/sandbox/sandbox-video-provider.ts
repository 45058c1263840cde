import { findVideoModel, outputResolution } from '@storyreel/contracts';
import { z } from 'zod';
import type { CreateOptions } from '../generation-provider';
import { CreateRefused } from '../provider-errors';
import type { VideoProvider, VideoRequest } from '../video/video-provider';
import { renderClip, stillSize } from './clips/render-clip';
import { type SandboxOptions, SandboxProvider } from './predictions/sandbox-provider';
import type { WorkerPool } from './worker/worker-pool';

const storedSchema = z.object({ prompt: z.string(), seconds: z.number(), resolution: z.string() });
type Stored = z.infer<typeof storedSchema>;

const STILL = 'still.jpg';
const CLIP = 'clip.mp4';

/** Real clips: the scene's picture with a moving camera. */
export class SandboxVideoProvider extends SandboxProvider<VideoRequest, Stored> implements VideoProvider {
  constructor(
    home: string,
    private readonly pool: WorkerPool,
    /** Called when the first clip is made: a machine without ffmpeg can still do everything else. */
    ffmpeg: () => Promise<string>,
    options: SandboxOptions = {},
  ) {
    super('video', home, options, {
      parse: (request) => storedSchema.parse(request),
      prompt: ({ prompt }) => prompt,
      async render(id, stored, { folder, signal, progress }) {
        const outputs = [{ file: CLIP, mimeType: 'video/mp4' }];
        if (await folder.has(id, CLIP)) return outputs;
        await renderClip({
          ffmpeg: await ffmpeg(),
          still: folder.path(id, STILL),
          target: folder.path(id, CLIP),
          ...stored,
          signal,
          onProgress: progress,
        });
        return outputs;
      },
    });
  }

  protected override async prepare(
    { modelId, prompt, image, durationSeconds, settings }: VideoRequest,
    { signal }: CreateOptions,
  ): Promise<{ stored: Stored; files: Record<string, Uint8Array> }> {
    if (findVideoModel(modelId) === null)
      throw new CreateRefused(`The video model ${modelId} is not known.`, { reason: 'invalid-input' });
    if (!(durationSeconds >= 1 && durationSeconds <= 30))
      throw new CreateRefused('A clip lasts 1 to 30 seconds.', { reason: 'invalid-input' });
    if ('url' in image)
      throw new CreateRefused("The sandbox works offline: it needs the picture's bytes.", { reason: 'invalid-input' });
    const resolution = outputResolution(modelId, settings);
    const bytes = await image.read();
    try {
      const still = await this.pool.run('recodePicture', { bytes, ...stillSize(resolution) }, signal);
      return { stored: { prompt, seconds: durationSeconds, resolution }, files: { [STILL]: still } };
    } catch (error) {
      if (signal?.aborted)
        throw new CreateRefused('Aborted before the request was sent.', { reason: 'aborted', cause: error });
      throw new CreateRefused('The picture could not be read.', { reason: 'invalid-input', cause: error });
    }
  }
}
