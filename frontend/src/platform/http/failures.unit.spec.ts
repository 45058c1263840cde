import { ApiError } from './api-client';
import { refusalOf, unchangedBecause } from './failures';

const answered = (status: number, code: string, message: string) =>
  new ApiError(status, JSON.stringify({ code, message }), 'Refused');

const NOT_KNOWN = "We don't know whether it was saved. Please check before you try again.";

describe('the message about a failure', () => {
  it.each([
    ['a refusal', answered(402, 'insufficient_zaps', 'You need 1 zap.'), 'Nothing was changed. You need 1 zap.'],
    ['an unavailable server', answered(503, 'unavailable', 'Come back.'), 'Nothing was changed. Come back.'],
    ['a failure without a message', new Error('boom'), 'Nothing was changed. Please try again.'],
    ['an outcome unknown to the server', answered(503, 'outcome_unknown', NOT_KNOWN), NOT_KNOWN],
    ['a lost answer', new TypeError('Failed to fetch'), "Couldn't reach the server."],
  ])('says that nothing was changed only where it is certain: %s', (_, error, told) => {
    expect(unchangedBecause(error)).toBe(told);
  });

  it('is the server’s own where the outcome is unknown to the server', () => {
    expect(refusalOf(answered(503, 'outcome_unknown', NOT_KNOWN))).toBe(NOT_KNOWN);
    expect(refusalOf(answered(503, 'unavailable', 'Come back.'))).toBeUndefined();
  });
});
