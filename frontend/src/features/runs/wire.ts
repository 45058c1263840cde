import type { HttpExchange, RecordedError, RootCause } from '@storyreel/contracts';

const CAUSES: Record<RootCause['kind'], string> = {
  refused: 'Connection refused',
  dns: 'Host name not found (DNS)',
  tls: 'No secure connection (TLS)',
  timeout: 'No answer in time',
  lost: 'Connection lost',
  other: 'No answer',
};

/** Describes the cause of an error: 'Connection refused (ECONNREFUSED)'. */
export const causeWords = (cause: RootCause | null): string => {
  if (cause === null) return 'No answer';
  return `${CAUSES[cause.kind]}${cause.code === null ? `: ${cause.message}` : ` (${cause.code})`}`;
};

/** Describes a provider's error in one line, for developers. */
export function errorWords({ message, status, cause }: RecordedError): string {
  const parts = [status === undefined ? null : `HTTP ${status}`, cause ? causeWords(cause) : null];
  const known = parts.filter((part) => part !== null).join(', ');
  return known === '' ? message : `${message} (${known})`;
}

/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** Uses double quotes for a value with a variable, since the shell expands variables only within them. */
const header = (name: string, value: string): string =>
  value.includes('$API_KEY') ? `"${name}: ${value}"` : quoted(`${name}: ${value}`);

/**
 * Returns a curl command that repeats a request; the reader has to set API_KEY.
 * @param sent the recorded body
 */
export function curlOf({ method, url, headers }: HttpExchange, sent: unknown): string {
  const isJson = method !== 'GET' && sent !== null && !/multipart/.test(headers['content-type'] ?? '');
  const lines = [
    `curl -X ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${header(name, value)}`),
    ...(isJson ? [`-d ${quoted(JSON.stringify(sent))}`] : []),
  ];
  return lines.join(' \\\n  ');
}
