import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../platform/missing-file';
import type { SignedHeads } from './ledger-heads';

const folderOf = (home: string): string => join(home, 'ledger-heads');
const NAME = /^(\d{4}-\d{2}-\d{2})\.json$/;

/** Signed heads outside the database, for people to copy where nobody who can write to the database can. */
export async function writeHeadsFile(home: string, signed: SignedHeads): Promise<void> {
  const file = join(folderOf(home), `${signed.day}.json`);
  await mkdir(folderOf(home), { recursive: true });
  const draft = `${file}.${randomUUID()}.new`;
  await writeFile(draft, JSON.stringify(signed), { mode: 0o640 });
  await rename(draft, file);
}

/** Days that have a file here; a node has those that it signed itself or has taken over. */
export async function headsFileDays(home: string): Promise<string[]> {
  const names = await readdir(folderOf(home)).catch(ifMissing<string[]>([]));
  return names.flatMap((name) => NAME.exec(name)?.[1] ?? []).sort();
}

/** Null for a file that is no JSON object. */
export async function readHeadsFile(home: string, day: string): Promise<Partial<SignedHeads> | null> {
  try {
    const read: unknown = JSON.parse(await readFile(join(folderOf(home), `${day}.json`), 'utf8'));
    return read !== null && typeof read === 'object' ? read : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
