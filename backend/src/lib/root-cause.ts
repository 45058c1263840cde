import type { RootCause } from '@storyreel/contracts';

const CAUSES: readonly [RootCause['kind'], RegExp][] = [
  ['refused', /^ECONNREFUSED$/],
  ['dns', /^(ENOTFOUND|EAI_)/],
  ['tls', /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/],
  ['timeout', /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$|^TimeoutError$/],
  ['lost', /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/],
];

/**
 * Returns the deepest cause with an error code of the system or a library, such as a refused connection or a bad
 * certificate; null when no cause has a code.
 */
export function rootCauseOf(error: unknown): RootCause | null {
  let found: RootCause | null = null;
  let current: unknown = error;
  for (let depth = 0; depth < 8 && typeof current === 'object' && current !== null; depth++) {
    const { name, code, message, errors, cause } = current as Partial<Record<string, unknown>>;
    const word = typeof code === 'string' ? code : name === 'TimeoutError' ? name : null;
    if (word !== null) {
      const kind = CAUSES.find(([, pattern]) => pattern.test(word))?.[0] ?? 'other';
      found = { kind, code: word, message: typeof message === 'string' && message !== '' ? message : word };
    }
    // A host with several addresses fails with one error per address; the first one is followed.
    current = Array.isArray(errors) ? (errors as unknown[])[0] : cause;
  }
  return found;
}

/** Returns an error's message followed by its root cause: 'Replicate could not be reached. (ECONNREFUSED)' */
export function messageWithCause(error: Error): string {
  const code = rootCauseOf(error.cause)?.code ?? null;
  return code === null || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}
