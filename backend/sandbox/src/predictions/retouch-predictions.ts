import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { hash } from '../pictures/random';
import { FAIL_MARK, FolderPredictions, SandboxProblem } from './predictions';
import type { CreateOptions, SandboxOptions } from './predictions';
import type { WorkerPool } from '../worker/worker-pool';

/** Order for another version of an image: changed by an instruction, or enlarged by a factor. */
export interface RetouchOrder {
  read: () => Promise<Uint8Array>;
  readMask?: () => Promise<Uint8Array>;
  instruction: string;
  factor?: number;
  seed?: number;
}

const storedSchema = z.object({
  instruction: z.string(),
  factor: z.number().optional(),
  seed: z.string(),
  hasMask: z.boolean(),
});
type Stored = z.infer<typeof storedSchema>;

const SOURCE = 'source';
const MASK = 'mask.png';
const RESULT = 'picture.jpg';
const MAX_FACTOR = 4;

/** Changes images by the words of an instruction that it knows, and enlarges images. */
export class RetouchPredictions extends FolderPredictions<RetouchOrder, Stored> {
  constructor(home: string, pool: WorkerPool, options: SandboxOptions = {}) {
    super('retouch', home, options, {
      thing: 'image',
      parse: (request) => storedSchema.parse(request),
      prompt: ({ instruction }) => instruction,
      async render(id, { instruction, factor, seed, hasMask }, { folder, signal }) {
        const outputs = [{ file: RESULT, mimeType: 'image/jpeg' }];
        if (await folder.has(id, RESULT)) return outputs;
        const bytes = await readFile(folder.path(id, SOURCE));
        const mask = hasMask ? await readFile(folder.path(id, MASK)) : undefined;
        const made =
          factor === undefined
            ? await pool.run('retouchPicture', { bytes, mask, instruction, seed }, signal)
            : await pool.run('upscalePicture', { bytes, factor }, signal);
        await folder.write(id, RESULT, made);
        return outputs;
      },
    });
  }

  protected override async prepare(
    { read, readMask, instruction, factor, seed }: RetouchOrder,
    { idempotencyKey }: CreateOptions,
  ): Promise<{ stored: Stored; files: Record<string, Uint8Array> }> {
    if (factor === undefined && instruction.trim() === '')
      throw new SandboxProblem('invalid-input', 'The instruction is empty.');
    if (factor !== undefined && !(factor >= 1 && factor <= MAX_FACTOR))
      throw new SandboxProblem('invalid-input', `An image is enlarged at most ${MAX_FACTOR} times.`);
    const [bytes, mask] = [await read(), await readMask?.()];
    // An enlargement has no prompt that could contain the mark for a failure, so a comment in the image may contain it.
    const isToFail = factor !== undefined && Buffer.from(bytes).includes(FAIL_MARK);
    const stored = {
      instruction: isToFail ? FAIL_MARK : instruction,
      seed: String(seed ?? hash(idempotencyKey)),
      hasMask: mask !== undefined,
      ...(factor !== undefined && { factor }),
    };
    return { stored, files: { [SOURCE]: bytes, ...(mask && { [MASK]: mask }) } };
  }
}
