import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { AppConfig } from '../../platform/config/app-config';
import { loadOrCreateFile } from '../../platform/config/kept-secret';
import { readLedgerKey } from '../../platform/config/ledger-key';
import { publicKeyOf } from './sign-heads';

export interface LedgerKeys {
  signing: KeyObject;
  /** SPKI in base64: the key's own, and those of keys that it took the place of. */
  trusted: ReadonlySet<string>;
}

export const LEDGER_KEYS = Symbol('LedgerKeys');
const FILE = 'ledger-signing-key';

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The key that signs heads: from the environment, else made once and kept in the data folder. */
export function ledgerKeys(config: Pick<AppConfig, 'home' | 'ledgerSigningKey' | 'ledgerPublicKeys'>): LedgerKeys {
  const { home, ledgerSigningKey, ledgerPublicKeys = [] } = config;
  const signing = readLedgerKey(ledgerSigningKey ?? loadOrCreateFile(home, FILE, newKey));
  if (!signing) throw new Error(`${FILE} in ${home} is no Ed25519 key. Put back the one that was there.`);
  return { signing, trusted: new Set([publicKeyOf(signing), ...ledgerPublicKeys]) };
}
