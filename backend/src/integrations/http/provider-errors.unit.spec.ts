import {
  CreateOutcomeUnknown,
  CreateRefused,
  messageFrom,
  ProviderAnswerInvalid,
  textFailure,
} from './provider-errors';
import type { RefusalReason } from './provider-errors';
import { configuredSecrets } from './secrets';

const KEY = 'sk_one-that-is-configured';
configuredSecrets.learn([KEY]);
const refused = (message: string, cause?: unknown) => new CreateRefused(message, { reason: 'unauthorized', cause });

describe('an error of a provider', () => {
  it('quotes no secret of ours, and no part of an address that grants access', () => {
    expect(refused(`Invalid key: ${KEY}`).message).toBe('Invalid key: [removed]');
    expect(new CreateOutcomeUnknown('No answer from https://a:b@x.example/?sig=1').message).toBe(
      'No answer from https://x.example/?[removed]',
    );
  });

  it('contains no part of a secret where its message is truncated', () => {
    expect(messageFrom(`Refused: ${KEY}`, 15)).toBe('Refused: [remov');
  });

  it('is logged with causes that quote no secret either', () => {
    const first = new TypeError(`Header: ${KEY}`);
    const cause = new Error(`Lost: ${KEY}`, { cause: first });
    refused('Lost', cause);
    expect([cause.message, first.message]).toEqual(['Lost: [removed]', 'Header: [removed]']);
    expect(`${cause.stack}${first.stack}`).not.toContain(KEY);
  });

  it('may have a cause of any type', () => {
    const frozen = Object.freeze(new Error(`Ended: ${KEY}`));
    expect(refused('Ended', frozen).cause).toBe(frozen);
    const itself = new Error('Again');
    itself.cause = itself;
    expect(refused('Again', itself).cause).toBe(itself);
    expect(refused('Words', `thrown: ${KEY}`).message).toBe('Words');
  });
});

const NOT_SET_UP =
  "The text model isn't set up correctly, so trying again won't help. Please tell the operator of this installation.";

it.each<[RefusalReason, string]>([
  [
    'invalid-input',
    "The text model doesn't take this request, so trying it again won't help. A shorter text may help.",
  ],
  ['unauthorized', NOT_SET_UP],
  ['not-found', NOT_SET_UP],
  [
    'no-credit',
    "The text model's account is used up, so trying again won't help yet. Please tell the operator of this installation.",
  ],
  ['throttled', 'The text model is busy. Please try again in a while.'],
  ['unreachable', "The text model can't be reached. Please try again in a while."],
])('a text that is refused (%s) says what can be done, and not what the provider said', (reason, words) => {
  const refused = new CreateRefused('The text model refused the request (400): max_tokens', { reason });
  expect(textFailure(refused)).toBe(`${words} Nothing was charged.`);
});

it.each([
  [new CreateOutcomeUnknown('cut off'), 'The connection to the text model was lost. Nothing was charged.'],
  [new ProviderAnswerInvalid('no JSON'), "The text model's answer couldn't be used. Nothing was charged."],
  [new Error('a bug'), null],
])('reports an unusable answer to a text request: %s', (error, words) => {
  expect(textFailure(error)).toBe(words);
});
