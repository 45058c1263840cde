import { cleanText } from '../../lib/text';

export const REMOVED = '[removed]';
/** Shorter ones would be found in words. */
const SHORTEST = 8;

/** Secrets that are left out of texts, wherever they stand. */
export class Secrets {
  private known: readonly string[] = [];

  constructor(values: readonly string[] = []) {
    this.learn(values);
  }

  learn(values: readonly string[]): void {
    const long = values.filter((value) => value.length >= SHORTEST);
    const all = new Set([...this.known, ...long, ...long.map(encodeURIComponent)]);
    // One that is part of another would leave the rest of it.
    this.known = [...all].sort((one, other) => other.length - one.length);
  }

  hide(text: string): string {
    return this.known.reduce((left, secret) => left.replaceAll(secret, REMOVED), text);
  }
}

/**
 * The secrets of all that this process was configured with. Shared instead of handed in: errors are made wherever a
 * provider is spoken to, and whoever had not been given the list would quote what it holds.
 */
export const configuredSecrets = new Secrets();

/** As fields of bodies, headers and queries call them. Counts, such as inputTokens, are none; neither is idempotencyKey. */
const SECRET_NAME =
  /^((proxy-)?authorization|(set-)?cookie|sig|.*signature|pwd|.*passw(or)?ds?|passphrase|jwt|.*credentials?|.*secrets?|.*token|.*(api|access|secret|private|signing|session|encryption)[-_]?keys?)$/i;
/** Of our own settings each key is one. */
const SECRET_SETTING = /keys?$/i;

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** The values of all settings that are called like secrets, so that those of a new provider are known with its settings. */
export function secretsOf(settings: unknown, isSecret = false): string[] {
  if (typeof settings === 'string') return isSecret ? [settings] : [];
  if (settings instanceof Uint8Array) return isSecret ? [Buffer.from(settings).toString('base64')] : [];
  if (Array.isArray(settings)) return settings.flatMap((one) => secretsOf(one, isSecret));
  if (!isRecord(settings)) return [];
  return Object.entries(settings).flatMap(([name, value]) =>
    secretsOf(value, isSecretName(name) || SECRET_SETTING.test(name)),
  );
}

/** What is made of a class, such as a store among the settings, holds none of them. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** As a part of a text; what closes a bracket or a sentence behind it is not seen as its own. */
const ADDRESS = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]*[^\s"'<>.,;:!)}]/gi;
/** A field of JSON within a text, whole or cut off, also where it is itself quoted in JSON. */
const FIELD = /((\\?["'])([\w.-]{1,64})\2\s*:\s*\2)((?:(?!\2)(?:\\.|.))*)/gs;
/** JSON in JSON in JSON: nobody means well by more. */
const MAX_NESTING = 4;
const MAX_DEPTH = 32;

/** What others say of an error, as it may be kept and shown: without secrets, and without those of addresses in it. */
export function quotable(words: string, secrets: Secrets = configuredSecrets): string {
  const open = withoutSecretFields(secrets.hide(cleanText(words)));
  return withoutFields(open.replaceAll(ADDRESS, withoutQuery));
}

const withoutFields = (text: string): string =>
  text.replaceAll(FIELD, (_, start: string, _quote, name: string, value: string) =>
    isSecretName(name) ? `${start}${REMOVED}` : `${start}${withoutFields(value)}`,
  );

/** Signatures and tokens of addresses stand in their query, passwords before the host. */
export const withoutQuery = (address: string): string =>
  address
    .replace(/^([^:/]+:\/\/)[^/?#]*@/, '$1')
    .replace(/#.*$/s, '')
    .replace(/\?.+$/s, `?${REMOVED}`);

/** What is JSON, without what secrets are called in it. It stays word for word where there are none. */
export function withoutSecretFields(text: string, nesting = MAX_NESTING): string {
  const [first] = text.trimStart();
  if ((first !== '{' && first !== '[') || nesting === 0) return text;
  try {
    const json: unknown = JSON.parse(text);
    const open = opened(json, nesting, MAX_DEPTH);
    return open === json ? text : JSON.stringify(open);
  } catch {
    return text;
  }
}

/** The same value when there is nothing to leave out. */
function opened(value: unknown, nesting: number, depth: number): unknown {
  if (typeof value === 'string') return withoutSecretFields(value, nesting - 1);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '[cut]';
  if (Array.isArray(value)) {
    const list = value.map((item) => opened(item, nesting, depth - 1));
    return list.every((item, index) => item === value[index]) ? value : list;
  }
  const fields = Object.entries(value).map(
    ([name, part]) => [name, isSecretName(name) ? REMOVED : opened(part, nesting, depth - 1), part] as const,
  );
  return fields.every(([, open, part]) => open === part) ? value : Object.fromEntries(fields);
}
