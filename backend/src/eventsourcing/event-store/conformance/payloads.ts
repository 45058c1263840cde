import { AppendTooLarge, EventNotStorable, MAX_APPEND_BYTES, type NewEvent } from '../event-store';
import type { StoreHarness } from './harness';
import { all, newEvent, newEvents, newStream, now } from './harness';
import { Recorder } from './recorder';

const SAME_ID = '0b7fd0a3-5b2b-4ee5-9a9c-9f5a3e1c2d4e';

/** Returns an event whose append has exactly this size: the data {"text":"…"} plus the type in UTF-16. */
function eventOf(bytes: number): NewEvent {
  const type = 'Sized';
  const frame = JSON.stringify({ text: '' }).length + type.length * 2;
  return newEvent({ text: 'x'.repeat(bytes - frame) }, type);
}

const payloads: [string, unknown][] = [
  ['text of many scripts', { text: 'Ångström – 東京 🎬👩‍👩‍👧 \u202eright to left\u202c "quoted" back\\slash' }],
  ['control characters and NUL', { '\0key': 'a\u0000b\u0001\u001f\u007f\n\r\t', ends: '\u0000' }],
  ['half a surrogate pair', { high: '\ud83d', low: '\udc4d', swapped: '\udc4d\ud83d' }],
  ['large and small numbers', [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 1.7976931348623157e308, 5e-324, 0.1]],
  ['a number of many digits, as text', { amount: '123456789012345678901234567890.000000000000000001' }],
  ['keys in their own order, twice nested', { z: 1, a: { y: [], b: {} }, 10: 'ten', 9: 'nine' }],
  ['what is not an object', ['text', null, true, [], 0]],
];

export function describePayloads(harness: () => StoreHarness): void {
  const store = () => harness().store;

  it.each(payloads)('gives back %s as it was', async (_case, data) => {
    const stream = newStream();
    const from = await now(store());
    const metadata = { also: data };
    const live = new Recorder(store(), { from });
    await live.caughtUp;
    await store().append(stream, [{ ...newEvent(data), metadata }, newEvent(data)], { expected: 'no_stream' });
    const read = await all(store().readStream(stream));
    expect(read.map((event) => event.data)).toEqual([data, data]);
    expect(JSON.stringify(read[0]?.data)).toBe(JSON.stringify(data));
    expect(read.map((event) => event.metadata)).toEqual([metadata, undefined]);
    await live.until(() => live.events.length === 2);
    await live.stop();
    expect(live.events).toEqual(read);
  });

  it.each([
    ['1 KB', 1024],
    ['1 MB', MAX_APPEND_BYTES],
  ])('stores an append of %s', async (_case, bytes) => {
    const stream = newStream();
    const event = eventOf(bytes);
    await store().append(stream, [event], { expected: 'no_stream' });
    const [stored] = await all(store().readStream(stream));
    expect(JSON.stringify(stored?.data) === JSON.stringify(event.data)).toBe(true);
  });

  it('reads many large events in order, both ways, from a stream and from the log', async () => {
    const from = await now(store());
    const stream = newStream();
    const sizes = [10, 900_000, 10, 1_000_000, 900_000, 10, 10, 1_000_000, 900_000, 500_000, 10];
    const live = new Recorder(store(), { from });
    for (const bytes of sizes) await store().append(stream, [newEvent('x'.repeat(bytes))], { expected: 'any' });
    const lengths = (events: { data: unknown }[]) => events.map(({ data }) => String(data).length);
    expect(lengths(await all(store().readStream(stream)))).toEqual(sizes);
    expect(lengths(await all(store().readStream(stream, { direction: 'backwards' })))).toEqual([...sizes].reverse());
    expect(lengths(await all(store().readAll({ from })))).toEqual(sizes);
    const backwards = await all(store().readAll({ direction: 'backwards', limit: sizes.length }));
    expect(lengths(backwards)).toEqual([...sizes].reverse());
    await live.until(() => live.events.length === sizes.length);
    await live.stop();
    expect(lengths(live.events)).toEqual(sizes);
    const largest = Math.max(...live.batches.map((batch) => lengths(batch).reduce((sum, n) => sum + n, 0)));
    expect(largest).toBeLessThan(6_000_000);
  });

  it('refuses an append over the limit, in one event or in all together', async () => {
    const stream = newStream();
    const append = (events: NewEvent[]) => store().append(stream, events, { expected: 'any' });
    await expect(append([eventOf(MAX_APPEND_BYTES + 1)])).rejects.toThrow(AppendTooLarge);
    await expect(append([eventOf(MAX_APPEND_BYTES / 2), eventOf(MAX_APPEND_BYTES / 2 + 1)])).rejects.toThrow(
      AppendTooLarge,
    );
    await expect(append([eventOf(MAX_APPEND_BYTES / 2), eventOf(MAX_APPEND_BYTES / 2)])).resolves.toBeDefined();
  });

  it.each<[string, string, NewEvent[]]>([
    ['an id that is no UUID', newStream(), [{ ...newEvent(), id: 'one' }]],
    ['an id twice', newStream(), [newEvents(1), newEvents(1)].flatMap(([e]) => (e ? [{ ...e, id: SAME_ID }] : []))],
    ['no events', newStream(), []],
    ['no data', newStream(), [newEvent(undefined), { ...newEvent(), data: undefined }]],
    ['a big integer', newStream(), [newEvent({ amount: 1n })]],
    ['a NUL in the type', newStream(), [newEvent({}, 'a\0b')]],
    ['half a surrogate pair in the stream', 'stream-\ud83d', newEvents(1)],
    ['a name of the system', '$all', newEvents(1)],
    ['no name', '', newEvents(1)],
  ])('refuses %s', async (_case, stream, events) => {
    await expect(store().append(stream, events, { expected: 'any' })).rejects.toThrow(EventNotStorable);
  });
}
