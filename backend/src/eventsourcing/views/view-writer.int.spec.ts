import { toRecorded, type RecordedEvent } from '../domain/domain-event';
import { counted, ViewStage } from '../../testing/view-stage';
import { catchUp } from './catch-up';
import { ViewTable } from './view-table';
import { ViewWriter } from './view-writer';

const view = counted('counts');
const KEYS = 12;
const TWO_ROWS = 400;

describe('writers of the views', () => {
  let stage: ViewStage;
  beforeEach(async () => {
    stage = await ViewStage.open();
    await new ViewTable(view).create(stage.database.pool);
  });
  afterEach(() => stage.close());

  const openWriter = async (cachedBytes?: number) => {
    const writer = new ViewWriter(stage.database.pool, [new ViewTable(view)], {
      onPoison: () => undefined,
      cachedBytes,
    });
    await writer.open();
    return writer;
  };
  const readLog = async (): Promise<RecordedEvent[]> => {
    const events: RecordedEvent[] = [];
    for await (const event of stage.events.readAll()) events.push(toRecorded(event));
    return events;
  };
  const fill = async (count: number) => {
    for (let i = 0; i < count; i++) await stage.append(`a-${i % 3}`, { id: `k${i % KEYS}` });
  };
  const expected = (count: number) =>
    Array.from({ length: KEYS }, (_, key) => [`k${key}`, Math.floor((count - key + KEYS - 1) / KEYS)] as const)
      .filter(([, total]) => total > 0)
      .sort();

  it('fold every event once when two of them write at the same time', async () => {
    const count = 120;
    await fill(count);
    const log = await readLog();
    const writers = [await openWriter(), await openWriter()];
    await Promise.all(
      writers.map(async (writer, which) => {
        // The writers use different batch sizes, so that their batches end at different events.
        for (let at = 0; at < log.length; at += 5 + which * 2) {
          const batch = log.slice(at, at + 5 + which * 2);
          const last = batch.at(-1);
          if (last) await writer.write(batch, last.position);
        }
      }),
    );
    expect(await stage.totals('counts')).toEqual(expected(count));
    for (const row of await stage.rows('counts')) expect(new Set(row.seen).size).toBe(row.total);
  });

  it('fold a batch once when it is delivered again after its answer was lost', async () => {
    await fill(KEYS);
    const log = await readLog();
    const last = log.at(-1)?.position;
    if (!last) throw new Error('The log is empty.');
    await (await openWriter()).write(log, last);
    const again = await openWriter();
    await again.write(log, last);
    expect(await stage.totals('counts')).toEqual(expected(KEYS));
  });

  it('read rows again when a batch touches more of them than the cache holds', async () => {
    await fill(60);
    await catchUp(stage.events, await openWriter(TWO_ROWS));
    await fill(60);
    await catchUp(stage.events, await openWriter(TWO_ROWS));
    expect(await stage.totals('counts')).toEqual(expected(60).map(([key, total]) => [key, total * 2]));
  });

  it('read evicted rows again, and remember missing ones', async () => {
    await fill(60);
    await catchUp(stage.events, await openWriter(TWO_ROWS));
    await fill(60);
    const small = await openWriter(TWO_ROWS);
    const log = (await readLog()).slice(60);
    for (const event of log) await small.write([event], event.position);
    expect(await stage.totals('counts')).toEqual(expected(60).map(([key, total]) => [key, total * 2]));
  });
});
