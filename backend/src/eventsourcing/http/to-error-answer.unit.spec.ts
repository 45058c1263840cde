import { DatabaseError } from 'pg';
import { OutcomeUnknown, StoreUnavailable } from '../event-store/event-store';
import { toErrorAnswer } from './error.filter';

const coded = (code: string) => Object.assign(new Error(`It failed with ${code}`), { code });
const ofPostgres = (code: string) => Object.assign(new DatabaseError('It failed', 0, 'error'), { code });

describe('the answer to an error', () => {
  it.each([
    ['a full disk of the server', coded('ENOSPC')],
    ['an exhausted disk quota of the server', coded('EDQUOT')],
    ['a file size limit of the server', coded('EFBIG')],
    ['a full disk of Postgres', ofPostgres('53100')],
    ['a full disk behind the event store', new StoreUnavailable('away', { cause: ofPostgres('53100') })],
  ])('about %s invites a later retry, and the error is logged', (_, error) => {
    expect(toErrorAnswer(error)).toEqual({
      status: 503,
      body: { message: expect.stringMatching(/no disk space left/), code: 'unavailable' },
      unexpected: true,
    });
  });

  it.each([
    ...['53200', '53300', '53400', '57P01', '57014', '55P03', '25P03', '25006'].map(ofPostgres),
    ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].map(coded),
  ])('about a store that is unreachable or out of resources ($code) invites a later retry', (error) => {
    expect(toErrorAnswer(error)).toMatchObject({ status: 503, body: { code: 'unavailable' }, unexpected: false });
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('about a connection for which the driver reports %j invites a later retry, too', (message) => {
    expect(toErrorAnswer(new Error(message))).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });

  it.each(['22003', '22008', '22P02'].map(ofPostgres))(
    'about a value that Postgres cannot compare ($code) blames the sent value, and the error is logged',
    (error) => {
      expect(toErrorAnswer(error)).toMatchObject({ status: 400, body: { code: 'bad_request' }, unexpected: true });
    },
  );

  const NOT_KNOWN = "Storyreel can't reach its data right now. We don't know whether it was saved.";
  const full = coded('ENOSPC');
  it.each([
    ['an append without an answer', new OutcomeUnknown('late'), {}, `${NOT_KNOWN} Please check before you try again.`],
    [
      'an append of a request with a key',
      new OutcomeUnknown('late'),
      { isKeyed: true },
      `${NOT_KNOWN} It is safe to try again.`,
    ],
    [
      'a store that became unavailable after something was saved',
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
  ])('about %s says that the change may have been saved', (_, error, failed, message) => {
    expect(toErrorAnswer(error, failed)).toEqual({
      status: 503,
      body: { message, code: 'outcome_unknown' },
      unexpected: error === full,
    });
  });

  it('about a store that was unavailable before anything was saved says that nothing was changed', () => {
    const { body } = toErrorAnswer(new StoreUnavailable('away'), { isKeyed: true, hasSaved: false });
    expect(body).toEqual({
      message: "Storyreel can't reach its data right now. Nothing was changed.",
      code: 'unavailable',
    });
  });

  it('about any other error reveals nothing', () => {
    const { status, body } = toErrorAnswer(new Error('secret at /var/lib'));
    expect([status, body]).toEqual([500, { message: 'Something went wrong on our side.', code: 'internal' }]);
  });

  it('terminates for an error that is its own cause', () => {
    const error: Error & { cause?: unknown } = new Error('round');
    error.cause = error;
    expect(toErrorAnswer(error).status).toBe(500);
  });
});
