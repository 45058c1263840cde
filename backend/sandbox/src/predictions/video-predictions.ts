import { FILM_FORMATS, USUAL_FORMAT } from '@storyreel/contracts';
import { z } from 'zod';
import { IncompleteFile, requireWhole } from '@storyreel/ffmpeg';
import { clipFrames, renderClip, stillSize } from '../clips/render-clip';
import { CannotMake, FolderPredictions, SandboxProblem } from './predictions';
import type { CreateOptions, SandboxOptions } from './predictions';
import type { WorkerPool } from '../worker/worker-pool';

export interface VideoOrder {
  prompt: string;
  /** Reads the bytes of the image that the clip starts from. */
  readStill: () => Promise<Uint8Array>;
  /** 1 to 30. */
  seconds: number;
  /** Number of lines, for example '720p'. */
  resolution: string;
}

const storedSchema = z.object({
  prompt: z.string(),
  seconds: z.number(),
  resolution: z.string(),
  /** The clip's format: the one that the image is nearest to. */
  format: z.enum(FILM_FORMATS).default(USUAL_FORMAT),
});
type Stored = z.infer<typeof storedSchema>;

/** Resolution of a sketched clip. */
const SKETCHED = '180p';
const STILL = 'still.jpg';
const CLIP = 'clip.mp4';
const NO_FFMPEG = 'This server has no ffmpeg that works, so its sandbox makes no clips. Please tell the operator.';

/** Makes real clips: the scene's image with a moving camera. */
export class VideoPredictions extends FolderPredictions<VideoOrder, Stored> {
  constructor(
    home: string,
    private readonly pool: WorkerPool,
    /** Called for the first clip only: a machine without ffmpeg can still do everything else. */
    ffmpeg: () => Promise<string>,
    options: SandboxOptions = {},
  ) {
    super('video', home, options, {
      thing: 'clip',
      parse: (request) => storedSchema.parse(request),
      prompt: ({ prompt }) => prompt,
      async render(id, stored, { folder, signal, progress }) {
        const outputs = [{ file: CLIP, mimeType: 'video/mp4' }];
        const program = await ffmpeg().catch((cause: unknown) => {
          throw new CannotMake(NO_FFMPEG, { cause });
        });
        if ((await folder.has(id, CLIP)) && (await isWhole(folder.path(id, CLIP), stored.seconds))) return outputs;
        await renderClip({
          ffmpeg: program,
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
    { prompt, readStill, seconds, resolution }: VideoOrder,
    { signal }: CreateOptions,
  ): Promise<{ stored: Stored; files: Record<string, Uint8Array> }> {
    if (!(seconds >= 1 && seconds <= 30)) throw new SandboxProblem('invalid-input', 'A clip lasts 1 to 30 seconds.');
    const bytes = await readStill();
    try {
      const format = await this.pool.run('formatOfPicture', bytes, signal);
      const made = this.options.sketches ? SKETCHED : resolution;
      const still = await this.pool.run('recodePicture', { bytes, ...stillSize(made, format) }, signal);
      return { stored: { prompt, seconds, resolution: made, format }, files: { [STILL]: still } };
    } catch (error) {
      if (signal?.aborted) throw new SandboxProblem('aborted', 'Aborted before the request was sent.', error);
      throw new SandboxProblem('invalid-input', 'The picture could not be read.', error);
    }
  }
}

/** False for a truncated clip: earlier releases kept clips that a full disk had cut off. */
async function isWhole(path: string, seconds: number): Promise<boolean> {
  try {
    await requireWhole(path, { frames: clipFrames(seconds) });
    return true;
  } catch (error) {
    if (!(error instanceof IncompleteFile)) throw error;
    return false;
  }
}
