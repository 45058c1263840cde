import { cleanText } from '../../lib/text';

export const REDACTED = '[removed]';
/** Minimum length of a secret: shorter values would match parts of ordinary words. */
const SHORTEST = 8;

/** Secrets that are removed wherever they occur in a text. */
export class Secrets {
  private known: readonly string[] = [];

  constructor(values: readonly string[] = []) {
    this.learn(values);
  }

  learn(values: readonly string[]): void {
    const long = values.filter((value) => value.length >= SHORTEST);
    const all = new Set([...this.known, ...long, ...long.map(encodeURIComponent)]);
    // Longest first: if one secret is part of another, replacing the shorter one first would leave the rest of the
    // longer one.
    this.known = [...all].sort((one, other) => other.length - one.length);
  }

  hide(text: string): string {
    return this.known.reduce((left, secret) => left.replaceAll(secret, REDACTED), text);
  }
}

/**
 * All secrets in this process's configuration. Shared rather than injected: any code that calls a provider creates
 * errors, and without the list it would quote secrets.
 */
export const configuredSecrets = new Secrets();

/**
 * Names of secrets in bodies, headers and queries. Counts such as inputTokens are not secrets; neither is
 * idempotencyKey.
 */
const SECRET_NAME =
  /^((proxy-)?authorization|(set-)?cookie|sig|.*signature|pwd|.*passw(or)?ds?|passphrase|jwt|.*credentials?|.*secrets?|.*token|.*(api|access|secret|private|signing|session|encryption)[-_]?keys?)$/i;
/** Every setting of the product whose name ends in 'key' is a secret. */
const SECRET_SETTING = /keys?$/i;

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/**
 * Collects the values of all settings named like secrets, so that a new provider's settings are covered automatically.
 */
export function secretsOf(settings: unknown, isSecret = false): string[] {
  if (typeof settings === 'string') return isSecret ? [settings] : [];
  if (settings instanceof Uint8Array) return isSecret ? [Buffer.from(settings).toString('base64')] : [];
  if (Array.isArray(settings)) return settings.flatMap((one) => secretsOf(one, isSecret));
  if (!isRecord(settings)) return [];
  return Object.entries(settings).flatMap(([name, value]) =>
    secretsOf(value, isSecretName(name) || SECRET_SETTING.test(name)),
  );
}

/** Accepts plain objects only: class instances, such as a store among the settings, hold no secrets. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A URL within a text, without the punctuation that closes a bracket or sentence after it. */
const ADDRESS = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]*[^\s"'<>.,;:!)}]/gi;
/** A JSON field within a text, complete or cut off, also inside a quoted JSON string. */
const FIELD = /((\\?["'])([\w.-]{1,64})\2\s*:\s*\2)((?:(?!\2)(?:\\.|.))*)/gs;
/** Limit for JSON nested in JSON strings; no legitimate text is nested deeper. */
const MAX_NESTING = 4;
const MAX_DEPTH = 32;

/** Makes an external error text safe to store and show: removes secrets, also those in URLs. */
export function quotable(words: string, secrets: Secrets = configuredSecrets): string {
  const open = withoutSecretFields(secrets.hide(cleanText(words)));
  return withoutFields(open.replaceAll(ADDRESS, withoutQuery));
}

const withoutFields = (text: string): string =>
  text.replaceAll(FIELD, (_, start: string, _quote, name: string, value: string) =>
    isSecretName(name) ? `${start}${REDACTED}` : `${start}${withoutFields(value)}`,
  );

/** Signatures and tokens are in a URL's query, passwords before its host. */
export const withoutQuery = (address: string): string =>
  address
    .replace(/^([^:/]+:\/\/)[^/?#]*@/, '$1')
    .replace(/#.*$/s, '')
    .replace(/\?.+$/s, `?${REDACTED}`);

/** Removes secret fields from a JSON text. A text without secret fields stays unchanged. */
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

/** Returns the value without secret fields; the same value if it has none. */
function opened(value: unknown, nesting: number, depth: number): unknown {
  if (typeof value === 'string') return withoutSecretFields(value, nesting - 1);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '[cut]';
  if (Array.isArray(value)) {
    const list = value.map((item) => opened(item, nesting, depth - 1));
    return list.every((item, index) => item === value[index]) ? value : list;
  }
  const fields = Object.entries(value).map(
    ([name, part]) => [name, isSecretName(name) ? REDACTED : opened(part, nesting, depth - 1), part] as const,
  );
  return fields.every(([, open, part]) => open === part) ? value : Object.fromEntries(fields);
}
