import {
  CancelledError,
  END,
  MaxAppendSizeExceededError,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  UnavailableError,
  UnknownError,
  WrongExpectedVersionError,
  type ResolvedEvent,
} from '@eventstore/db-client';
import {
  AppendTooLarge,
  StoreUnavailable,
  StreamDeleted,
  StreamNotFound,
  toPosition,
  WrongExpectedRevision,
} from '../event-store';
import { knownPosition, toEsdbPosition, toPortPosition, toStoredEvent, toStoreError } from './mapping';
import { withDeadline } from './eventstoredb-event-store';

describe('positions of EventStoreDB', () => {
  it('are the commit position as sortable text', () => {
    const small = toPortPosition({ commit: 9n, prepare: 9n });
    const large = toPortPosition({ commit: 10n, prepare: 10n });
    expect(small).toBe('00000000000000000009');
    expect(small < large).toBe(true);
    expect(toEsdbPosition(large)).toEqual({ commit: 10n, prepare: 10n });
  });

  it('include the start and the end of the log', () => {
    expect([toEsdbPosition('start'), toEsdbPosition('end')]).toEqual([START, END]);
  });

  it.each([
    ['left out', undefined],
    ['zero', { commit: 0n, prepare: 0n }],
    ['minus one as an unsigned number', { commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n }],
  ])('of a repeated append are unknown when they are %s', (_case, position) => {
    expect(knownPosition(position)).toBeNull();
  });

  it('of an append are known', () => {
    expect(knownPosition({ commit: 7n, prepare: 7n })).toBe(toPosition(7n));
  });
});

describe('errors of the EventStoreDB client', () => {
  it('contain the actual revision when another was expected', () => {
    const details = { streamName: 's-1', expected: 4n, current: 7n };
    const error = toStoreError(new WrongExpectedVersionError(undefined, details), 's-1', 4n);
    expect(error).toBeInstanceOf(WrongExpectedRevision);
    expect(error).toMatchObject({ streamId: 's-1', expected: 4n, actual: 7n });
    const none = new WrongExpectedVersionError(undefined, { ...details, current: 'no_stream' });
    expect(toStoreError(none, 's-1', 4n)).toMatchObject({ actual: 'no_stream' });
  });

  it.each<[string, Error, new (message: string) => Error]>([
    ['a missing stream', new StreamNotFoundError(undefined, 's-1'), StreamNotFound],
    ['a stream deleted for good', new StreamDeletedError(undefined, 's-1'), StreamDeleted],
    ['an append over the limit', new MaxAppendSizeExceededError(undefined, 1024), AppendTooLarge],
    ['a server that went away', new UnavailableError(), StoreUnavailable],
    ['a call that the server cancelled', new CancelledError(), StoreUnavailable],
    [
      "a missing server, gRPC's plain error",
      Object.assign(new Error('14 UNAVAILABLE'), { code: 14 }),
      StoreUnavailable,
    ],
    [
      'a connection that broke in the middle of a call',
      Object.assign(new UnknownError(), {
        message: '13 INTERNAL: Received RST_STREAM with code 2 triggered by internal client error: Session closed',
      }),
      StoreUnavailable,
    ],
    ['a cluster that was not found', new Error('Failed to discover after 10 attempts.'), StoreUnavailable],
  ])('become the port’s for %s', (_case, error, expected) => {
    expect(toStoreError(error, 's-1')).toBeInstanceOf(expected);
    expect(toStoreError(error, 's-1').cause).toBe(error);
  });

  it('passes programming errors on unchanged', () => {
    const mistake = new TypeError('x is not a function');
    expect(toStoreError(mistake, 's-1')).toBe(mistake);
  });
});

describe('events of EventStoreDB', () => {
  const created = new Date(5);
  const recorded = (overrides: object): ResolvedEvent => {
    const event = { streamId: 's-1', id: 'id', revision: 3n, type: 'T', data: { a: 1 }, isJson: true, created };
    return {
      event: { ...event, metadata: { by: 'me' }, position: { commit: 8n, prepare: 8n }, ...overrides },
    } as ResolvedEvent;
  };

  it('are mapped to the port’s events', () => {
    expect(toStoredEvent(recorded({}))).toEqual({
      id: 'id',
      type: 'T',
      data: { a: 1 },
      metadata: { by: 'me' },
      streamId: 's-1',
      revision: 3n,
      position: toPosition(8n),
      created,
    });
  });

  it('may have no metadata', () => {
    expect(toStoredEvent(recorded({ metadata: undefined }))?.metadata).toBeUndefined();
    expect(toStoredEvent(recorded({ metadata: new Uint8Array(3) }))?.metadata).toBeUndefined();
  });

  it('have no data when another program wrote them in another form than JSON', () => {
    expect(toStoredEvent(recorded({ isJson: false, data: new Uint8Array(3) }))?.data).toBeNull();
  });

  it('are left out when they are system events or dangling links', () => {
    expect(toStoredEvent(recorded({ type: '$metadata' }))).toBeNull();
    expect(toStoredEvent(recorded({ streamId: '$$s-1' }))).toBeNull();
    expect(toStoredEvent({})).toBeNull();
  });
});

describe('a call without an answer', () => {
  it('is reported as an unavailable store', async () => {
    await expect(withDeadline(new Promise(() => undefined), 5)).rejects.toThrow(StoreUnavailable);
    await expect(withDeadline(Promise.resolve(1), 5)).resolves.toBe(1);
  });
});
