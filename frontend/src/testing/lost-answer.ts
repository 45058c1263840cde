import type { HttpMethod } from '../platform/http/api-client';

/** Loses the response to the next matching request, after the server has executed the request. */
export function loseNextAnswer(method: HttpMethod, path: RegExp): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method !== method || typeof input !== 'string' || !path.test(input)) return answer;
    globalThis.fetch = fetch;
    throw new TypeError('Failed to fetch');
  };
}
