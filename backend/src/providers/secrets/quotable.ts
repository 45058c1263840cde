import { cleanText } from '../../platform/text/clean-text';
import { isSecretName } from './secret-names';
import { configuredSecrets, REMOVED, type Secrets } from './secrets';

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
