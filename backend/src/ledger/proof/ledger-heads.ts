import { createHash, createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { Aggregate } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import type { EventStore, Position } from '../../eventsourcing/event-store/event-store';
import type { AppConfig } from '../../infra/config/app-config';
import { readLedgerKey } from '../../infra/config/key-settings';
import { ifMissing } from '../../lib/errors';
import { canonicalJson } from '../../lib/hash';
import { loadOrCreateFile } from '../../lib/secrets';

/** The newest entry of a wallet: its owner, its revision and its hash. */
export type Head = readonly [ownerId: string, revision: number, hash: string];

/** The signed data. */
interface HeadsOfDay {
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** ISO 8601 */
  signedAt: string;
  /** Log position up to which entries count. */
  position: string;
  wallets: number;
  /** Sorted by owner. */
  heads: readonly Head[];
  /** Hash of the preceding signed heads; null for the first. */
  previousHash: string | null;
  /** SPKI, in base64. */
  publicKey: string;
}

export interface SignedHeads extends HeadsOfDay {
  /** SHA-256 over the canonical form of all the fields above, in hexadecimal. */
  hash: string;
  /** Ed25519 over the hash as text, in base64. */
  signature: string;
}

export type LedgerHeadsSigned = DomainEvent<'LedgerHeadsSigned', SignedHeads>;

export interface LedgerHeadsState {
  day: string | null;
  hash: string | null;
}

/** One stream, `ledger-heads`. */
export const LEDGER_HEADS_ID = 'heads';
export const ledgerHeadsAggregate: Aggregate<LedgerHeadsState, LedgerHeadsSigned> = {
  category: 'ledger',
  initial: { day: null, hash: null },
  evolve: (_, { data: { day, hash } }) => ({ day, hash }),
  snapshot: { version: 1 },
};

/** One a day, each linked to the one before: a day that another node has signed meanwhile is not signed again. */
export function decideSignHeads(signed: SignedHeads, state: LedgerHeadsState): LedgerHeadsSigned[] {
  if (state.hash !== signed.previousHash) return [];
  if (state.day !== null && state.day >= signed.day) return [];
  return [{ type: 'LedgerHeadsSigned', data: signed }];
}

export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

export const hashOfHeads = (heads: HeadsOfDay): string =>
  createHash('sha256').update(canonicalJson(heads)).digest('hex');

export function signHeads(heads: Omit<HeadsOfDay, 'publicKey'>, key: KeyObject): SignedHeads {
  const signed = { ...heads, publicKey: publicKeyOf(key) };
  const hash = hashOfHeads(signed);
  return { ...signed, hash, signature: sign(null, Buffer.from(hash), key).toString('base64') };
}

/** Returns the fault of signed heads taken alone; null when there is none. */
export function signatureFault(signed: SignedHeads, trusted: ReadonlySet<string>): string | null {
  const { hash, signature, ...heads } = signed;
  if (typeof hash !== 'string' || typeof signature !== 'string' || !Array.isArray(heads.heads)) {
    return 'is not what was signed';
  }
  if (hashOfHeads(heads) !== hash) return 'was changed after it was signed';
  if (!trusted.has(heads.publicKey)) return 'is signed with a key that is not one of this installation';
  try {
    const key = createPublicKey({ key: Buffer.from(heads.publicKey, 'base64'), type: 'spki', format: 'der' });
    return verify(null, Buffer.from(hash), key, Buffer.from(signature, 'base64')) ? null : 'has a wrong signature';
  } catch {
    return 'has a wrong signature';
  }
}

export interface LedgerKeys {
  signing: KeyObject;
  /** SPKI in base64: the current key's and those of its predecessors. */
  trusted: ReadonlySet<string>;
}

export const LEDGER_KEYS = Symbol('LedgerKeys');
const FILE = 'ledger-signing-key';

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Returns the key that signs heads: from the environment, else created once and kept in the data directory. */
export function ledgerKeys(config: Pick<AppConfig, 'home' | 'ledgerSigningKey' | 'ledgerPublicKeys'>): LedgerKeys {
  const { home, ledgerSigningKey, ledgerPublicKeys = [] } = config;
  const signing = readLedgerKey(ledgerSigningKey ?? loadOrCreateFile(home, FILE, newKey));
  if (!signing) throw new Error(`${FILE} in ${home} is no Ed25519 key. Put back the one that was there.`);
  return { signing, trusted: new Set([publicKeyOf(signing), ...ledgerPublicKeys]) };
}

/**
 * Collects the newest entry of every wallet. Reads from the beginning, since a log restored from a backup has other
 * positions than those that were signed. Does not check the chains: a verification does.
 */
export async function collectHeads(events: EventStore, head: Position): Promise<Head[]> {
  const newest = new Map<string, Head>();
  for await (const event of events.readAll({ filter: { streamPrefixes: ['wallet-'] } })) {
    if (event.position > head) break;
    const ownerId = idOfStream(event.streamId);
    const { hash } = (event.data ?? {}) as { hash?: unknown };
    newest.set(ownerId, [ownerId, Number(event.revision), String(hash)]);
  }
  return [...newest.values()].sort(([a], [b]) => (a < b ? -1 : 1));
}

const folderOf = (home: string): string => join(home, 'ledger-heads');
const NAME = /^(\d{4}-\d{2}-\d{2})\.json$/;

/** Writes signed heads to a file, for operators to copy out of reach of anybody who can write to the database. */
export async function writeHeadsFile(home: string, signed: SignedHeads): Promise<void> {
  const file = join(folderOf(home), `${signed.day}.json`);
  await mkdir(folderOf(home), { recursive: true });
  const draft = `${file}.${randomUUID()}.new`;
  await writeFile(draft, JSON.stringify(signed), { mode: 0o640 });
  await rename(draft, file);
}

/** Returns the days with a file in the data directory, earliest first. */
export async function headsFileDays(home: string): Promise<string[]> {
  const names = await readdir(folderOf(home)).catch(ifMissing<string[]>([]));
  return names.flatMap((name) => NAME.exec(name)?.[1] ?? []).sort();
}

/** Returns null for a file that is not a JSON object. */
export async function readHeadsFile(home: string, day: string): Promise<Partial<SignedHeads> | null> {
  try {
    const read: unknown = JSON.parse(await readFile(join(folderOf(home), `${day}.json`), 'utf8'));
    return read !== null && typeof read === 'object' ? read : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
