import { CreateOutcomeUnknown, CreateRefused, ProviderAnswerInvalid, type RefusalReason } from '../provider-errors';
import { textFailure } from './text-failure';

const NOT_SET_UP =
  "The text model isn't set up rightly, so trying again won't help. Please tell whoever runs this installation.";

it.each<[RefusalReason, string]>([
  [
    'invalid-input',
    "The text model doesn't take this request, so trying it again won't help. A shorter text may help.",
  ],
  ['unauthorized', NOT_SET_UP],
  ['not-found', NOT_SET_UP],
  [
    'no-credit',
    "The text model's account is used up, so trying again won't help yet. Please tell whoever runs this installation.",
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
])('a text whose answer is none says so: %s', (error, words) => {
  expect(textFailure(error)).toBe(words);
});
