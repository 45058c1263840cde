import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ifMissing, isMissingFile } from '../../lib/errors';
import type { Head, SignedHeads } from './ledger-heads';
import { leafOf } from './log-digest';

const NAME = /^(\d{4}-\d{2}-\d{2})\.json$/;
const LEAF = /^(\S+) (\d+) (\S+)$/;

/**
 * A folder with one file for each signed day and, beside it, a file with the heads below the signed root, one per line.
 * Operators copy the folder to a place that nobody with write access to the database can reach.
 */
export class HeadsFolder {
  constructor(readonly path: string) {}

  static of(home: string): HeadsFolder {
    return new HeadsFolder(join(home, 'ledger-heads'));
  }

  async write(signed: SignedHeads, heads: readonly Head[] | null): Promise<void> {
    await mkdir(this.path, { recursive: true });
    // The heads are written first, so that a day whose file exists has its heads too.
    if (heads !== null) {
      const lines = Readable.from(
        (function* () {
          for (const head of heads) yield `${leafOf(head)}\n`;
        })(),
      );
      await this.replace(`${signed.day}.heads`, lines);
    }
    await this.replace(`${signed.day}.json`, Readable.from([JSON.stringify(signed)]));
  }

  private async replace(name: string, content: Readable): Promise<void> {
    const draft = join(this.path, `${name}.${randomUUID()}.new`);
    await pipeline(content, createWriteStream(draft, { mode: 0o640 }));
    await rename(draft, join(this.path, name));
  }

  /** Returns the days with a file, earliest first. */
  async days(): Promise<string[]> {
    const names = await readdir(this.path).catch(ifMissing<string[]>([]));
    return names.flatMap((name) => NAME.exec(name)?.[1] ?? []).sort();
  }

  /** Returns the content of a day's file; null if it is missing or is not a JSON object. */
  async signed(day: string): Promise<Partial<SignedHeads> | null> {
    try {
      const read: unknown = JSON.parse(await readFile(join(this.path, `${day}.json`), 'utf8'));
      return read !== null && typeof read === 'object' ? read : null;
    } catch (error) {
      if (error instanceof SyntaxError || isMissingFile(error)) return null;
      throw error;
    }
  }

  /**
   * Yields the heads of a day.
   * @returns false when the day has no file of heads
   */
  async *heads(day: string): AsyncGenerator<Head, boolean> {
    const file = await open(join(this.path, `${day}.heads`)).catch(ifMissing(null));
    if (!file) return false;
    for await (const line of file.readLines()) {
      const [, ownerId = line, revision = '-1', hash = ''] = LEAF.exec(line) ?? [];
      yield [ownerId, Number(revision), hash];
    }
    return true;
  }
}
