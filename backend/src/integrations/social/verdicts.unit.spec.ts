import { instagramVerdict } from './instagram/instagram-publisher';
import type { Verdict } from './platform-publisher';
import { chunksOf, tiktokVerdict } from './tiktok/tiktok-publisher';
import type { WireAnswer } from './wire/platform-wire';
import { youtubeVerdict } from './youtube/youtube-publisher';

const answer = (status: number, body: unknown = ''): WireAnswer => ({
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const limited = (words: string): Verdict => ({ is: 'limited', words });
const revoked = (words: string): Verdict => ({ is: 'revoked', words });
const refused = (words: string): Verdict => ({ is: 'refused', words });
const [fine, token, passing] = [{ is: 'fine' }, { is: 'token' }, { is: 'passing' }] as const;

describe('an answer of Instagram', () => {
  const error = (status: number, problem: object = {}) =>
    instagramVerdict(answer(status, { error: { message: 'No.', code: 100, ...problem } }));

  it.each<[number, Verdict]>([
    [199, passing],
    [200, fine],
    [299, fine],
    [300, passing],
    [399, passing],
    [400, refused('status 400')],
    [401, token],
    [404, refused('status 404')],
    [408, passing],
    [429, limited('status 429')],
    [499, refused('status 499')],
    [500, passing],
    [503, passing],
  ])('of status %d without a message', (status, verdict) => {
    expect(instagramVerdict(answer(status, 'not JSON'))).toEqual(verdict);
  });

  it.each([4, 9, 17, 32, 613])('with code %d is a rate limit', (code) => {
    expect(error(400, { code })).toEqual(limited('No.'));
    expect(error(500, { code })).toEqual(limited('No.'));
  });

  it.each([10, 200, 803])('with code %d closes the account to us', (code) => {
    expect(error(400, { code })).toEqual(revoked('No.'));
    expect(error(500, { code })).toEqual(revoked('No.'));
  });

  it('with code 190 is an expired token, and with its subcode a limit on posts', () => {
    expect(error(400, { code: 190 })).toEqual({ ...token, ends: true });
    expect(error(400, { code: 4, error_subcode: 2207042 })).toEqual(limited('No.'));
    expect(error(400, { error_subcode: 2207042 })).toEqual(limited('No.'));
    expect(error(400, { error_subcode: 2207043 })).toEqual(refused('No.'));
    expect(error(400, { code: -1, error_subcode: 2207082 })).toEqual(passing);
  });

  it('is temporary when it says so', () => {
    expect(error(400, { is_transient: true })).toEqual(passing);
    expect(error(400, { is_transient: false })).toEqual(refused('No.'));
  });

  it('is quoted by its message for people, else by its own message, else by its status', () => {
    expect(error(400, { error_user_msg: 'The clip is too long.' })).toEqual(refused('The clip is too long.'));
    expect(error(400, { error_user_msg: '' })).toEqual(refused('No.'));
    expect(error(400, { message: '', error_user_msg: null })).toEqual(refused('status 400'));
    expect(instagramVerdict(answer(400, { error: {} }))).toEqual(refused('status 400'));
  });
});

describe('an answer of TikTok', () => {
  const error = (status: number, code: string, message = 'No.') =>
    tiktokVerdict(answer(status, { error: { code, message } }));

  it.each<[number, Verdict]>([
    [199, refused('status 199')],
    [200, fine],
    [299, fine],
    [300, passing],
    [399, passing],
    [400, refused('status 400')],
    [401, token],
    [408, passing],
    [429, limited('status 429')],
    [499, refused('status 499')],
    [500, passing],
  ])('of status %d without a message', (status, verdict) => {
    expect(tiktokVerdict(answer(status))).toEqual(verdict);
  });

  it('says in its body whether it succeeded', () => {
    expect(error(200, 'ok', '')).toEqual(fine);
    expect(error(200, 'invalid_params')).toEqual(refused('No.'));
    expect(error(400, 'ok')).toEqual(refused('No.'));
    expect(error(200, 'access_token_invalid')).toEqual(token);
    expect(error(200, 'internal_error')).toEqual(passing);
  });

  it.each(['rate_limit_exceeded', 'spam_risk_too_many_posts', 'reached_active_user_cap'])(
    'of %s is a rate limit',
    (code) => expect([error(200, code), error(403, code)]).toEqual([limited('No.'), limited('No.')]),
  );

  it.each(['scope_not_authorized', 'scope_permission_missed'])(
    'of %s closes the account to us, also where it is called unauthorised',
    (code) => expect([error(401, code), error(500, code)]).toEqual([revoked('No.'), revoked('No.')]),
  );

  it('is quoted by its message, else by its code', () => {
    expect(error(400, 'file_format_check_failed', '')).toEqual(refused('file_format_check_failed'));
    expect(error(400, '', '')).toEqual(refused('status 400'));
  });
});

describe('an answer of YouTube', () => {
  const error = (status: number, reason?: string, message = 'No.') =>
    youtubeVerdict(answer(status, { error: { message, errors: reason === undefined ? [] : [{ reason }] } }));

  it.each<[number, Verdict]>([
    [199, passing],
    [200, fine],
    [299, fine],
    [300, passing],
    [399, passing],
    [400, refused('status 400')],
    [401, token],
    [408, passing],
    [429, limited('status 429')],
    [499, refused('status 499')],
    [500, passing],
  ])('of status %d without a message', (status, verdict) => {
    expect(youtubeVerdict(answer(status, '<html>'))).toEqual(verdict);
  });

  it.each([
    'quotaExceeded',
    'dailyLimitExceeded',
    'rateLimitExceeded',
    'userRateLimitExceeded',
    'uploadLimitExceeded',
    'uploadRateLimitExceeded',
  ])('of %s is a rate limit', (reason) => {
    expect([error(403, reason), error(500, reason)]).toEqual([limited('No.'), limited('No.')]);
  });

  it.each([
    'authError',
    'insufficientPermissions',
    'accountClosed',
    'accountSuspended',
    'accountDelegationForbidden',
    'authenticatedUserAccountClosed',
    'authenticatedUserAccountSuspended',
    'channelClosed',
    'channelSuspended',
    'youtubeSignupRequired',
  ])('of %s closes the account to us', (reason) => {
    expect(error(403, reason)).toEqual(revoked('No.'));
  });

  it('refuses for any other reason, quoted by its message, else by its status', () => {
    expect(error(400, 'invalidTitle')).toEqual(refused('No.'));
    expect(error(400)).toEqual(refused('No.'));
    expect(error(400, 'invalidTitle', '')).toEqual(refused('status 400'));
    expect(youtubeVerdict(answer(400, { error: {} }))).toEqual(refused('status 400'));
  });
});

describe('the pieces of a file for TikTok', () => {
  const TEN = 10_485_760;

  it.each([
    [1, { size: 1, count: 1, pieces: [{ start: 0, end: 0 }] }],
    [TEN, { size: TEN, count: 1, pieces: [{ start: 0, end: TEN - 1 }] }],
    [2 * TEN - 1, { size: TEN, count: 1, pieces: [{ start: 0, end: 2 * TEN - 2 }] }],
    [
      3 * TEN + 5,
      {
        size: TEN,
        count: 3,
        pieces: [
          { start: 0, end: TEN - 1 },
          { start: TEN, end: 2 * TEN - 1 },
          { start: 2 * TEN, end: 3 * TEN + 4 },
        ],
      },
    ],
  ])('of %d bytes', (bytes, chunks) => {
    expect(chunksOf(bytes)).toEqual(chunks);
  });
});
