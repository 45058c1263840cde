import type { HttpExchange } from '@storyreel/contracts';
import { causeWords, curlOf, errorWords } from './wire';

const exchange: HttpExchange = {
  method: 'POST',
  url: 'https://api.example.com/v1/predictions',
  headers: { authorization: 'Bearer $API_KEY', 'content-type': 'application/json' },
  at: '2026-11-01T10:00:00.000Z',
  ms: 12,
  status: 402,
  requestId: 'req-1',
  body: '{}',
  error: null,
};

describe('a request on the wire', () => {
  it('is copied as a curl command with the body quoted and the key left to its reader', () => {
    expect(curlOf(exchange, { prompt: "the keeper's lamp" })).toBe(
      [
        "curl -X POST 'https://api.example.com/v1/predictions' \\",
        '  -H "authorization: Bearer $API_KEY" \\',
        "  -H 'content-type: application/json' \\",
        `  -d '{"prompt":"the keeper'\\''s lamp"}'`,
      ].join('\n'),
    );
    expect(curlOf({ ...exchange, method: 'GET', headers: {} }, { prompt: 'x' })).toBe(
      "curl -X GET 'https://api.example.com/v1/predictions'",
    );
  });

  it('shows why there was no answer, and the provider’s message', () => {
    expect(causeWords({ kind: 'refused', code: 'ECONNREFUSED', message: '' })).toBe(
      'Connection refused (ECONNREFUSED)',
    );
    const error = { type: 'CreateRefused', message: 'No credit.', retryable: false, status: 402 };
    expect(errorWords(error)).toBe('No credit. (HTTP 402)');
  });
});
