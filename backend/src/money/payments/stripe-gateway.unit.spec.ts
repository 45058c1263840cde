import { Logger } from '@nestjs/common';
import { DomainError, TemporaryDomainError } from '../../lib/domain-error';
import { type Fault, playFault } from '../../testing/provider-stubs/faults';
import { StubServer } from '../../testing/provider-stubs/stub-server';
import { StripeGateway } from './stripe-gateway';

const KEY = 'sk_test_of_the_stub';
const SESSION = {
  checkoutId: 'c1',
  title: '500 zaps',
  price: { amount: 3999, currency: 'usd' },
  returnUrl: 'http://x/?',
};
let fault: Fault;
const server = new StubServer((_, response) => {
  // Keeps Stripe's client from retrying, since it waits between attempts.
  response.setHeader('stripe-should-retry', 'false');
  response.setHeader('request-id', 'req_1');
  playFault(fault, response, (message, _status, code) => ({ error: { type: 'invalid_request_error', message, code } }));
});
let gateway: StripeGateway;
let logged: unknown[][];
beforeAll(async () => {
  gateway = new StripeGateway({ secretKey: KEY, webhookSecret: 'whsec_1', baseUrl: await server.listen() });
});
afterAll(() => server.close());
beforeEach(() => {
  logged = [];
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(Logger.prototype, level).mockImplementation((...line: unknown[]) => void logged.push([level, ...line]));
  }
});
afterEach(() => jest.restoreAllMocks());

const refusal = async (as: Fault): Promise<unknown> => {
  fault = as;
  return gateway.createSession(SESSION).then(
    () => null,
    (error: unknown) => error,
  );
};

describe('a checkout that Stripe refuses', () => {
  it.each([
    ['a wrong key', 401, undefined, 'StripeAuthenticationError'],
    ['a key without the permission', 403, undefined, 'StripePermissionError'],
    ['an unknown parameter', 400, 'parameter_invalid_integer', 'StripeInvalidRequestError'],
  ])('for %s is reported as not the buyer’s fault, and not worth another attempt', async (_, status, code, type) => {
    const error = await refusal({ kind: 'status', status, code, detail: `Invalid API Key provided: ${KEY}` });
    expect(error).toBeInstanceOf(DomainError);
    expect(error).not.toBeInstanceOf(TemporaryDomainError);
    expect(error).toMatchObject({
      code: 'not_available',
      message: expect.stringContaining("isn't your fault") as string,
    });
    expect(logged).toEqual([
      ['error', `Stripe made no checkout: type ${type}, code ${code ?? '-'}, status ${status}, request req_1`],
    ]);
  });

  it.each([409, 429, 500, 503])('for the moment, with %i, may be tried again', async (status) => {
    const error = await refusal({ kind: 'status', status, detail: KEY });
    expect(error).toBeInstanceOf(TemporaryDomainError);
    expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    expect(logged).toEqual([['warn', expect.stringContaining(`status ${status}, request req_1`)]]);
  });

  it('by an answer that breaks off may be tried again', async () => {
    expect(await refusal({ kind: 'malformed' })).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    expect(logged).toEqual([['warn', expect.stringContaining('type StripeAPIError')]]);
  });

  it('without an answer may be tried again', async () => {
    expect(await refusal({ kind: 'drop' })).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    expect(logged).toEqual([
      ['warn', 'Stripe made no checkout: type StripeConnectionError, code -, status -, request -'],
    ]);
  });

  it('leaves neither the key nor Stripe’s message in the log', async () => {
    await refusal({ kind: 'status', status: 401, detail: `Invalid API Key provided: ${KEY}` });
    expect(JSON.stringify(logged)).not.toMatch(/sk_test|Invalid API Key/);
    expect(logged).toHaveLength(1);
  });
});
