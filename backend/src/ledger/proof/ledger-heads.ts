import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Aggregate } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import type { AppConfig } from '../../infra/config/app-config';
import { readLedgerKey } from '../../infra/config/key-settings';
import { canonicalJson } from '../../lib/hash';
import { loadOrCreateFile } from '../../lib/secrets';

/** The newest entry of a wallet: its owner, its revision and its hash. */
export type Head = readonly [ownerId: string, revision: number, hash: string];

/** The signed heads of one day. */
interface HeadsOfDay {
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** ISO 8601 */
  signedAt: string;
  /** Log position up to which entries are included. */
  position: string;
  wallets: number;
  /** Root of the Merkle tree (RFC 6962) over the heads, sorted by owner; in hexadecimal. */
  root?: string;
  /**
   * The number of this application's events up to the position, and the root of the Merkle tree over them as stored.
   */
  log?: { events: number; root: string };
  /** Number of findings of the verification that preceded the signature. */
  findings?: number;
  /** Sorted by owner. Only in days signed by earlier releases; newer releases store the heads in a file. */
  heads?: readonly Head[];
  /** Hash of the preceding signed day; null for the first. */
  previousHash: string | null;
  /** Public key as SPKI, in base64. */
  publicKey: string;
}

export interface SignedHeads extends HeadsOfDay {
  /** SHA-256 over the canonical form of all fields except `hash` and `signature`, in hexadecimal. */
  hash: string;
  /** Ed25519 signature over the hash as text, in base64. */
  signature: string;
}

export type LedgerHeadsSigned = DomainEvent<'LedgerHeadsSigned', SignedHeads>;

export interface LedgerHeadsState {
  day: string | null;
  hash: string | null;
  signedAt: string | null;
}

/** The id of the only stream, `ledger-heads`. */
export const LEDGER_HEADS_ID = 'heads';
export const ledgerHeadsAggregate: Aggregate<LedgerHeadsState, LedgerHeadsSigned> = {
  category: 'ledger',
  initial: { day: null, hash: null, signedAt: null },
  evolve: (_, { data: { day, hash, signedAt } }) => ({ day, hash, signedAt }),
  snapshot: { version: 1 },
};

/**
 * Signs one day and links it to the preceding signed day. A day that another node has signed meanwhile is not signed
 * again.
 */
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

/**
 * Tells whether a signed day has a known form: either with the heads themselves, or with the roots over the heads and
 * over the log.
 */
const hasForm = ({ heads, root, log }: Partial<HeadsOfDay>): boolean =>
  Array.isArray(heads) ||
  (typeof root === 'string' && typeof log?.root === 'string' && Number.isSafeInteger(log.events));

/** A violated rule: the reason, with the expected and the found value. */
export interface Fault {
  reason: string;
  expected: string | null;
  found: string | null;
}
export const NOTHING = { expected: null, found: null };
export const NOT_SIGNED: Fault = { ...NOTHING, reason: 'is not what was signed' };
const WRONG: Fault = { ...NOTHING, reason: 'has a wrong signature' };

/** Checks a signed day by itself; returns null when it has no fault. */
export function signatureFault(signed: SignedHeads, trusted: ReadonlySet<string>): Fault | null {
  const { hash, signature, ...heads } = signed;
  if (typeof hash !== 'string' || typeof signature !== 'string' || !hasForm(heads)) return NOT_SIGNED;
  const made = hashOfHeads(heads);
  if (made !== hash) return { reason: 'was changed after it was signed', expected: hash, found: made };
  if (!trusted.has(heads.publicKey)) {
    const reason = 'is signed with a key that is not one of this installation';
    return { reason, expected: [...trusted].join(', ') || 'a key', found: heads.publicKey };
  }
  try {
    const key = createPublicKey({ key: Buffer.from(heads.publicKey, 'base64'), type: 'spki', format: 'der' });
    return verify(null, Buffer.from(hash), key, Buffer.from(signature, 'base64')) ? null : WRONG;
  } catch {
    return WRONG;
  }
}

export interface LedgerKeys {
  signing: KeyObject;
  /** Public keys as SPKI in base64: the current key and its predecessors. */
  trusted: ReadonlySet<string>;
}

export const LEDGER_KEYS = Symbol('LedgerKeys');
const FILE = 'ledger-signing-key';

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Returns the trusted public keys. Does not create a key, since its callers only read. */
export function trustedLedgerKeys(config: Pick<AppConfig, 'home' | 'ledgerSigningKey' | 'ledgerPublicKeys'>) {
  const { home, ledgerSigningKey, ledgerPublicKeys = [] } = config;
  const isThere = ledgerSigningKey !== undefined || existsSync(join(home, FILE));
  return isThere ? ledgerKeys(config).trusted : new Set(ledgerPublicKeys);
}

/**
 * Returns the key that signs days: the configured key, else a key that is created once and kept in the data directory.
 */
export function ledgerKeys(config: Pick<AppConfig, 'home' | 'ledgerSigningKey' | 'ledgerPublicKeys'>): LedgerKeys {
  const { home, ledgerSigningKey, ledgerPublicKeys = [] } = config;
  const signing = readLedgerKey(ledgerSigningKey ?? loadOrCreateFile(home, FILE, newKey));
  if (!signing) throw new Error(`${FILE} in ${home} is not an Ed25519 key. Restore the original file.`);
  return { signing, trusted: new Set([publicKeyOf(signing), ...ledgerPublicKeys]) };
}
