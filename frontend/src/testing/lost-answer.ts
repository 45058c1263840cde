import type { HttpMethod } from '../platform/http/api-client';

/** The server does what it is asked next at such an address, and its answer is lost on the way. */
export function loseNextAnswer(method: HttpMethod, path: RegExp): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method !== method || typeof input !== 'string' || !path.test(input)) return answer;
    globalThis.fetch = fetch;
    throw new TypeError('Failed to fetch');
  };
}
