import { z } from 'zod';
import type { ShownLook } from '../pictures/drawn-look';
import { hash } from '../pictures/random';
import { FolderPredictions, SandboxProblem } from './predictions';
import type { CreateOptions, SandboxOptions } from './predictions';
import type { WorkerPool } from '../worker/worker-pool';

/**
 * Order for images that differ from each other; width and height in pixels. The same prompt and seed give the same
 * images.
 */
export interface ImageOrder {
  prompt: string;
  count: number;
  seed?: number;
  width: number;
  height: number;
  /** Pictures of characters, whose looks the new images copy. */
  references?: { name: string; read: () => Promise<Uint8Array> }[];
}

const storedSchema = z.object({
  prompt: z.string(),
  count: z.number(),
  seed: z.string(),
  width: z.number(),
  height: z.number(),
  /** Looks that `prepare` has read from the references. */
  looks: z.array(z.object({ name: z.string(), look: z.custom<ShownLook>() })).default([]),
});
type Stored = z.infer<typeof storedSchema>;

const MAX_SIDE = 2048;

/** Paints images from the prompt. Without a seed, each idempotency key gets images of its own. */
export class ImagePredictions extends FolderPredictions<ImageOrder, Stored> {
  constructor(
    home: string,
    private readonly pool: WorkerPool,
    options: SandboxOptions = {},
  ) {
    super('image', home, options, {
      thing: 'image',
      parse: (request) => storedSchema.parse(request),
      prompt: ({ prompt }) => prompt,
      async render(id, { prompt, count, seed, width, height, looks }, { folder, signal, progress }) {
        const outputs: { file: string; mimeType: string }[] = [];
        for (let variant = 0; variant < count; variant++) {
          const file = `picture-${variant}.jpg`;
          if (!(await folder.has(id, file)))
            await folder.write(
              id,
              file,
              await pool.run(
                'renderPicture',
                { prompt, seed, variant, width, height, looks, isSketch: options.sketches },
                signal,
              ),
            );
          outputs.push({ file, mimeType: 'image/jpeg' });
          progress((variant + 1) / count);
        }
        return outputs;
      },
    });
  }

  protected override async prepare(
    { prompt, count, seed, width, height, references = [] }: ImageOrder,
    { idempotencyKey, signal }: CreateOptions,
  ): Promise<{ stored: Stored }> {
    const problem =
      prompt.trim() === ''
        ? 'The prompt is empty.'
        : !Number.isInteger(count) || count < 1 || count > 4
          ? 'Between 1 and 4 images can be made at once.'
          : [width, height].some((side) => !Number.isInteger(side) || side < 64 || side > MAX_SIDE)
            ? `A side must have 64 to ${MAX_SIDE} pixels.`
            : null;
    if (problem !== null) throw new SandboxProblem('invalid-input', problem);
    const looks: Stored['looks'] = [];
    for (const { name, read } of references)
      looks.push({ name, look: await this.pool.run('lookIn', { bytes: await read(), name }, signal) });
    return { stored: { prompt, count, seed: String(seed ?? hash(idempotencyKey)), width, height, looks } };
  }
}
