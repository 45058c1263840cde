import { DatabaseError } from 'pg';
import { OutcomeUnknown, StoreUnavailable } from '../event-store/event-store';
import { toErrorAnswer } from './error.filter';

const coded = (code: string) => Object.assign(new Error(`It failed with ${code}`), { code });
const ofPostgres = (code: string) => Object.assign(new DatabaseError('It failed', 0, 'error'), { code });

describe('the answer to an error', () => {
  it.each([
    ['a full disk of ours', coded('ENOSPC')],
    ['a quota of ours that is used up', coded('EDQUOT')],
    ['files of ours that may not grow', coded('EFBIG')],
    ['a full disk of Postgres', ofPostgres('53100')],
    ['a full disk behind the event store', new StoreUnavailable('away', { cause: ofPostgres('53100') })],
  ])('about %s is that it may be tried later, and it is logged', (_, error) => {
    expect(toErrorAnswer(error)).toEqual({
      status: 503,
      body: { message: expect.stringMatching(/no disk space left/), code: 'unavailable' },
      unexpected: true,
    });
  });

  it.each([
    ...['53200', '53300', '53400', '57P01', '57014', '55P03', '25P03', '25006'].map(ofPostgres),
    ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].map(coded),
  ])('about a store that is out of reach or of resources ($code) is that it may be tried later', (error) => {
    expect(toErrorAnswer(error)).toMatchObject({ status: 503, body: { code: 'unavailable' }, unexpected: false });
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('about a connection of which the driver says %j is the same', (message) => {
    expect(toErrorAnswer(new Error(message))).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });

  it.each(['22003', '22008', '22P02'].map(ofPostgres))(
    'about a value that Postgres cannot compare ($code) is that it was sent, and it is logged',
    (error) => {
      expect(toErrorAnswer(error)).toMatchObject({ status: 400, body: { code: 'bad_request' }, unexpected: true });
    },
  );

  const NOT_KNOWN = "Storyreel can't reach its data right now. We don't know whether it was saved.";
  const full = coded('ENOSPC');
  it.each([
    ['an append without an answer', new OutcomeUnknown('late'), {}, `${NOT_KNOWN} Please check before you try again.`],
    [
      'one of a request with a key',
      new OutcomeUnknown('late'),
      { isKeyed: true },
      `${NOT_KNOWN} It is safe to try again.`,
    ],
    [
      'a store that went away after something was saved',
      new StoreUnavailable('away'),
      { hasSaved: true },
      `${NOT_KNOWN} Please check before you try again.`,
    ],
    [
      'a disk that was full after something was saved',
      full,
      { hasSaved: true },
      "Storyreel has no disk space left. We don't know whether it was saved. Please check before you try again.",
    ],
  ])('about %s is that it may have been saved', (_, error, failed, message) => {
    expect(toErrorAnswer(error, failed)).toEqual({
      status: 503,
      body: { message, code: 'outcome_unknown' },
      unexpected: error === full,
    });
  });

  it('about a store that is away before anything was saved is that nothing was changed', () => {
    const { body } = toErrorAnswer(new StoreUnavailable('away'), { isKeyed: true, hasSaved: false });
    expect(body).toEqual({
      message: "Storyreel can't reach its data right now. Nothing was changed.",
      code: 'unavailable',
    });
  });

  it('about anything else tells nothing', () => {
    const { status, body } = toErrorAnswer(new Error('secret at /var/lib'));
    expect([status, body]).toEqual([500, { message: 'Something went wrong on our side.', code: 'internal' }]);
  });

  it('ends for a cause that is its own cause', () => {
    const error: Error & { cause?: unknown } = new Error('round');
    error.cause = error;
    expect(toErrorAnswer(error).status).toBe(500);
  });
});
