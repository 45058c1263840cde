import type { StoredEvent } from '../event-store/event-store';
import { toPosition } from '../event-store/event-store';
import { NewerEvent, readable, upcast, type Upcasters, versionOf } from './upcast';

const upcasters: Upcasters = {
  Sailed: [
    (data) => ({ ship: (data as { boat: string }).boat }),
    (data) => ({ ...(data as { ship: string }), crew: [] as string[] }),
  ],
  Sunk: [
    () => {
      throw new TypeError('no depth');
    },
  ],
};
const stored = (type: string, schemaVersion: unknown, data: unknown = {}): StoredEvent => ({
  id: 'id',
  type,
  data,
  metadata: { schemaVersion, ownerId: 'ada' },
  streamId: 'trip-1',
  revision: 0n,
  position: toPosition(1n),
  created: new Date(0),
});

describe('an event of an older version', () => {
  it('is upcast step by step to the newest one, and names its stored version', () => {
    expect(upcast(stored('Sailed', 1, { boat: 'Ada' }), upcasters)).toMatchObject({
      data: { ship: 'Ada', crew: [] },
      metadata: { schemaVersion: 3, storedVersion: 1, ownerId: 'ada' },
    });
    expect(upcast(stored('Sailed', 2, { ship: 'Ada' }), upcasters)).toMatchObject({
      data: { ship: 'Ada', crew: [] },
      metadata: { schemaVersion: 3, storedVersion: 2 },
    });
  });

  it('gives the same result however often it is upcast, and the stored event is unchanged', () => {
    const event = Object.freeze(stored('Sailed', 1, Object.freeze({ boat: 'Ada' })));
    const once = upcast(event, upcasters);
    expect(upcast(once, upcasters)).toBe(once);
    expect(event.data).toEqual({ boat: 'Ada' });
  });

  it('has no data when upcasting fails, and its readers get the error', () => {
    const event = upcast(stored('Sunk', 1), upcasters);
    expect(event.data).toBeNull();
    expect(() => readable(event)).toThrow(new TypeError('no depth'));
  });
});

describe('an event of today’s version', () => {
  it.each([
    ['Sailed', 3],
    ['Landed', 1],
    ['toString', 1],
  ])('is returned unchanged: %s %i', (type, version) => {
    const event = stored(type, version);
    expect(upcast(event, upcasters)).toBe(event);
    expect(readable(event)).toBe(event);
    expect(versionOf(upcasters, type)).toBe(version);
  });
});

describe('an event of a version that this release does not know', () => {
  it.each([
    ['Sailed', 4],
    ['Landed', 2],
    ['Landed', 0],
    ['Sailed', 1.5],
    ['Sailed', Number.NaN],
  ])('is refused instead of misread: %s %d', (type, version) => {
    const event = upcast(stored(type, version, { boat: 'Ada' }), upcasters);
    expect(event.data).toBeNull();
    expect(() => readable(event)).toThrow(NewerEvent);
  });
});
