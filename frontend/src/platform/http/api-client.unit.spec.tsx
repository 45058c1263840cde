import { z } from 'zod';
import { ApiError, apiRequest, isCancelled } from './api-client';

interface Sent {
  input: string;
  init: RequestInit;
}
let sent: Sent[] = [];
function answerWith(status: number, body: string, statusText = ''): void {
  sent = [];
  globalThis.fetch = (input, init = {}) => {
    sent.push({ input: typeof input === 'string' ? input : '', init });
    const answer = { ok: status < 400, status, statusText, text: () => Promise.resolve(body) };
    return Promise.resolve(answer as unknown as Response);
  };
}
const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('The call did not fail with an ApiError');
  return error;
};

describe('a call', () => {
  it.each(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const)('carries the session by %s [API-01]', async (method) => {
    answerWith(200, '{}');
    await apiRequest(method, '/api/projects');
    expect(sent[0]?.init).toMatchObject({ method, credentials: 'include' });
  });

  it('sends a body as JSON with its content type [API-02]', async () => {
    answerWith(200, '{}');
    await apiRequest('POST', '/api/projects', { title: 'A' });
    expect(sent[0]?.init.body).toBe('{"title":"A"}');
    expect(sent[0]?.init.headers).toEqual({ 'content-type': 'application/json' });
  });

  it('without a body sends neither body nor content type [API-02]', async () => {
    answerWith(200, '{}');
    await apiRequest('POST', '/api/upload');
    expect(sent[0]?.init).not.toHaveProperty('body');
    expect(sent[0]?.init.headers).toEqual({});
  });

  it('returns the answer, validated by a schema where there is one', async () => {
    answerWith(200, '{"balance":3}');
    const schema = z.object({ balance: z.number() });
    await expect(apiRequest('GET', '/api/credits/balance', undefined, { schema })).resolves.toEqual({ balance: 3 });
    answerWith(200, '{"balance":"3"}');
    await expect(apiRequest('GET', '/api/credits/balance', undefined, { schema })).rejects.toThrow();
    const later = () => Promise.resolve(schema);
    await expect(apiRequest('GET', '/api/credits/balance', undefined, { schema: later })).rejects.toThrow();
  });

  it('is not repeated when it is a command with an unreadable answer', async () => {
    answerWith(200, '{}');
    const schema = () => Promise.reject<z.ZodType<object>>(new TypeError('Failed to fetch'));
    await expect(apiRequest('POST', '/api/scenes', {}, { schema })).rejects.toThrow('Failed to fetch');
    expect(sent).toEqual([]);
    // A save that is sent while the user leaves the page cannot wait for the schema.
    await expect(apiRequest('PATCH', '/api/scenes/1', {}, { schema, keepalive: true })).rejects.toThrow();
    await expect(apiRequest('GET', '/api/scenes', undefined, { schema })).rejects.toThrow('Failed to fetch');
    expect(sent.map(({ init }) => init.method)).toEqual(['PATCH', 'GET']);
  });

  it('accepts an answer without a body', async () => {
    answerWith(204, '');
    await expect(apiRequest('DELETE', '/api/styles/1')).resolves.toBeUndefined();
  });
});

describe('an answer that is not OK', () => {
  it('becomes an error of status and body text [API-06]', async () => {
    answerWith(400, 'title: too long', 'Bad Request');
    expect((await failure(apiRequest('GET', '/api/projects'))).message).toBe('400: title: too long');
  });

  it('ends with the status text when its body is empty [API-07]', async () => {
    answerWith(503, '', 'Service Unavailable');
    expect((await failure(apiRequest('GET', '/api/projects'))).message).toBe('503: Service Unavailable');
  });

  it('contains code and message of our own error bodies', async () => {
    answerWith(402, '{"message":"Not enough zaps.","code":"insufficient_zaps"}');
    const error = await failure(apiRequest('POST', '/api/x', {}));
    expect(error).toMatchObject({ status: 402, code: 'insufficient_zaps', serverMessage: 'Not enough zaps.' });
    expect(error.message).toBe('402: {"message":"Not enough zaps.","code":"insufficient_zaps"}');
  });

  it.each(['<html>Bad gateway</html>', '{"code":"unheard_of","message":"x"}', 'null', '7'])(
    'has no code when the body is %s',
    async (body) => {
      answerWith(502, body);
      expect(await failure(apiRequest('GET', '/api/x'))).toMatchObject({ code: undefined, serverMessage: undefined });
    },
  );
});

describe('a canceled call', () => {
  it('differs from a failed one', () => {
    expect(isCancelled(new DOMException('Aborted', 'AbortError'))).toBe(true);
    expect(isCancelled(new TypeError('Failed to fetch'))).toBe(false);
  });
});
