import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';

const resultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('succeeded'), outputs: z.array(z.object({ file: z.string(), mimeType: z.string() })) }),
  z.object({ status: z.literal('failed'), error: z.string() }),
  z.object({ status: z.literal('canceled') }),
]);
export type StoredResult = z.infer<typeof resultSchema>;

const recordSchema = z.object({ createdAt: z.number(), request: z.unknown() });
export type StoredPrediction = z.infer<typeof recordSchema>;

export type PredictionKind = 'image' | 'video' | 'speech' | 'retouch';
const ID = /^sandbox-(?:image|video|speech|retouch)-[0-9a-f]{32}$/u;

export const predictionId = (kind: PredictionKind, idempotencyKey: string): string =>
  `sandbox-${kind}-${createHash('sha256').update(`${kind}\n${idempotencyKey}`).digest('hex').slice(0, 32)}`;

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** `instanceof` would fail: in a test runner Node's own errors belong to another realm. */
const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';

/**
 * Stores sandbox predictions on disk, a folder each. Files are renamed into place, so that a kill -9 leaves none
 * half-written.
 */
export class PredictionFolder {
  constructor(private readonly root: string) {}

  /**
   * Returns false for an existing prediction, whose first request is kept. `files` are written along with a new one.
   */
  async create(id: string, prediction: StoredPrediction, files: Record<string, Uint8Array> = {}): Promise<boolean> {
    await mkdir(this.root, { recursive: true });
    const draft = join(this.root, `draft-${randomUUID()}`);
    await mkdir(draft);
    try {
      for (const [name, bytes] of Object.entries(files)) await writeFile(join(draft, name), bytes);
      await writeDurably(join(draft, 'request.json'), JSON.stringify(prediction));
      await rename(draft, this.folder(id));
      return true;
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      if (codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST') return false;
      throw error;
    }
  }

  async read(id: string): Promise<StoredPrediction | null> {
    if (!ID.test(id)) return null;
    const json = await readJson(join(this.folder(id), 'request.json'));
    return json === null ? null : recordSchema.parse(json);
  }

  async result(id: string): Promise<StoredResult | null> {
    const json = await readJson(join(this.folder(id), 'result.json'));
    return json === null ? null : resultSchema.parse(json);
  }

  /** Writes the result unless there is one already. */
  async finish(id: string, result: StoredResult): Promise<void> {
    const draft = join(this.folder(id), `result-${randomUUID()}`);
    try {
      await writeDurably(draft, JSON.stringify(result));
      // Unlike a rename, a link never replaces another writer's result.
      await link(draft, join(this.folder(id), 'result.json'));
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      await rm(draft, { force: true });
    }
  }

  path(id: string, file: string): string {
    return join(this.folder(id), file);
  }

  async write(id: string, file: string, bytes: Uint8Array): Promise<void> {
    const draft = this.path(id, `part-${randomUUID()}`);
    try {
      await writeFile(draft, bytes);
      await rename(draft, this.path(id, file));
    } finally {
      await rm(draft, { force: true });
    }
  }

  async has(id: string, file: string): Promise<boolean> {
    try {
      return (await stat(this.path(id, file))).isFile();
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** Opens an output of a finished prediction by its name 'id/file'; returns null when there is none. */
  async open(ref: string): Promise<{ stream: Readable; size: number } | null> {
    const [id = '', file = '', ...more] = ref.split('/');
    if (more.length > 0 || !ID.test(id)) return null;
    const result = await this.result(id);
    const isOutput = result?.status === 'succeeded' && result.outputs.some((output) => output.file === file);
    if (!isOutput || !(await this.has(id, file))) return null;
    const path = this.path(id, file);
    return { stream: createReadStream(path), size: (await stat(path)).size };
  }

  /**
   * Removes predictions created before `time` (milliseconds since 1970): outputs are copied away soon after they are
   * made.
   */
  async prune(time: number): Promise<number> {
    let removed = 0;
    for (const name of await namesIn(this.root)) {
      const createdAt = ID.test(name) ? (await this.read(name))?.createdAt : await modifiedAt(join(this.root, name));
      if (createdAt === undefined || createdAt >= time) continue;
      await rm(join(this.root, name), { recursive: true, force: true });
      removed++;
    }
    return removed;
  }

  private folder(id: string): string {
    return join(this.root, id);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Returns undefined when the file was removed meanwhile. */
async function modifiedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
