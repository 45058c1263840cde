import { createPublicKey, sign, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ifMissing } from '../../lib/errors';
import { canonicalJson, sha256OfStream } from '../../lib/hash';
import { type LedgerKeys, publicKeyOf } from './ledger-heads';

const fileSchema = z.strictObject({
  /** Path in the ZIP; it must not lead out of the folder into which the ZIP is unpacked. */
  file: z.string().regex(/^(?!.*\.\.)[^/\\]+(?:\/[^/\\]+)*$/u),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  size: z.number(),
  /** 'edited': a model made parts of the file, and other parts were uploaded. */
  origin: z.enum(['generated', 'edited', 'uploaded']),
  /** The model; null for uploads, and where the log of an earlier release does not name the model. */
  model: z.string().nullable(),
  runId: z.string().nullable(),
  madeAt: z.string().nullable(),
});
const listSchema = z.strictObject({
  type: z.literal('provenance'),
  version: z.literal(1),
  project: z.strictObject({ id: z.string(), title: z.string() }),
  packedAt: z.string(),
  files: z.array(fileSchema),
  /** Public key as SPKI, in base64. */
  publicKey: z.string(),
});
const signedSchema = listSchema.extend({ signature: z.string() });

export type ProvenanceFile = z.output<typeof fileSchema>;
export type Provenance = z.output<typeof listSchema>;

/** Returns the list as text, signed with the key that signs the ledger's days: Ed25519 over its canonical form. */
export function signProvenance(list: Pick<Provenance, 'project' | 'packedAt' | 'files'>, key: LedgerKeys['signing']) {
  const named: Provenance = { type: 'provenance', version: 1, ...list, publicKey: publicKeyOf(key) };
  const signature = sign(null, Buffer.from(canonicalJson(named)), key).toString('base64');
  return `${JSON.stringify({ ...named, signature }, null, 2)}\n`;
}

/** Tells from a file's first bytes whether it is a list of provenance. */
export const isProvenance = (beginning: string): boolean => /^\s*\{\s*"type":\s*"provenance"/u.test(beginning);

/**
 * Returns the faults of a list and of the files beside it, one sentence each; none when everything is as packed.
 * @param folder folder of the unpacked ZIP
 */
export async function provenanceFaults(
  text: string,
  folder: string,
  trusted: ReadonlySet<string>,
): Promise<{ faults: string[]; files: number }> {
  const list = signedList(text);
  if (!list) return { faults: ['The list is not in the format that Storyreel writes.'], files: 0 };
  const { signature, ...named } = list;
  const files = named.files.length;
  if (!trusted.has(named.publicKey)) return { faults: ['It is signed with a key of another installation.'], files };
  if (!isSigned(named, signature)) return { faults: ['The list was changed after it was signed.'], files };
  const faults: string[] = [];
  for (const { file, sha256 } of named.files) {
    const found = await sha256OfStream(createReadStream(join(folder, file))).catch(ifMissing(null));
    if (found === null) faults.push(`${file} is missing.`);
    else if (found !== sha256) faults.push(`${file} was changed.`);
  }
  return { faults, files };
}

/**
 * Reads a list of provenance: the origin of each file by its hash, and whether a trusted key signed the list. Null for
 * any other text.
 */
export function toldOrigins(
  text: string,
  trusted: ReadonlySet<string>,
): { isTrusted: boolean; origins: Map<string, ProvenanceFile['origin']> } | null {
  const list = signedList(text);
  if (!list) return null;
  const { signature, ...named } = list;
  const isTrusted = trusted.has(named.publicKey) && isSigned(named, signature);
  return { isTrusted, origins: new Map(named.files.map(({ sha256, origin }) => [sha256, origin])) };
}

function signedList(text: string): z.output<typeof signedSchema> | null {
  try {
    return signedSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isSigned(list: Provenance, signature: string): boolean {
  const key = createPublicKey({ key: Buffer.from(list.publicKey, 'base64'), type: 'spki', format: 'der' });
  return verify(null, Buffer.from(canonicalJson(list)), key, Buffer.from(signature, 'base64'));
}
