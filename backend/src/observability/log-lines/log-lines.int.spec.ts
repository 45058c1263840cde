import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/time';
import { ensurePlatformSchema } from '../../eventsourcing/platform-schema';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { createPino } from '../log';
import { LogBuffer } from './log-buffer';
import { LogLineStore } from './log-line-store';
import { LogLines } from './log-lines';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensurePlatformSchema(database.pool);
});
afterAll(() => database?.drop());

let now = new Date();
const clock: Clock = { now: () => now };
const lost: number[] = [];
const silent = { write: () => undefined };

function node({
  store = new LogLineStore(database.pool),
  logLinesDays = 7,
  logLinesMb = 64,
  buffer = new LogBuffer(),
} = {}) {
  const metrics = { setLostLogLines: (count: number) => void lost.push(count) };
  const lines = new LogLines(buffer, store, clock, { logLinesDays, logLinesMb }, metrics);
  return { lines, log: createPino({ logLevel: 'info' }, silent, buffer), store };
}
const messages = async (lines: LogLines, correlationId: string) =>
  (await lines.of(correlationId)).map(({ message }) => message);

describe('log lines of a request', () => {
  it('are found by its correlation id on every node, without secrets, once even if stored twice', async () => {
    const [correlationId, other] = [randomUUID(), randomUUID()];
    const [one, two] = [node(), node()];
    one.log.info({ correlationId, password: 'p1', queue: 'images' }, 'Began.');
    one.log.info({ correlationId: other }, 'Of another request.');
    one.log.info('Of none.');
    await one.lines.flush();
    two.log.warn({ correlationId, err: { message: 'busy' } }, 'Failed.\0');
    await two.lines.flush();
    expect(await two.lines.of(correlationId)).toMatchObject([
      { level: 'info', message: 'Began.', fields: { password: '…', queue: 'images' } },
      { level: 'warn', message: 'Failed.', fields: { err: { message: 'busy' } } },
    ]);
    const line = { source: randomUUID(), number: 1, correlationId, at: now.toISOString(), level: 'info', fields: null };
    await one.store.append([{ ...line, message: 'Twice.' }]);
    await one.store.append([{ ...line, message: 'Twice.' }]);
    expect(await messages(one.lines, correlationId)).toHaveLength(3);
  });

  it('wait while the store is unavailable, and never stop the server', async () => {
    const correlationId = randomUUID();
    const store = new LogLineStore(database.pool);
    const append = jest.spyOn(store, 'append').mockRejectedValueOnce(new Error('away'));
    const { lines, log } = node({ store });
    log.info({ correlationId }, 'Kept.');
    await lines.flush();
    expect(await messages(lines, correlationId)).toEqual([]);
    await lines.flush();
    expect(append).toHaveBeenCalledTimes(2);
    expect(await messages(lines, correlationId)).toEqual(['Kept.']);
  });

  it('are dropped and counted when their buffer is full, or when nothing can store them', async () => {
    const correlationId = randomUUID();
    const { lines, log, store } = node({ buffer: new LogBuffer(300) });
    log.info({ correlationId }, 'a'.repeat(100));
    log.info({ correlationId }, 'b'.repeat(100));
    await lines.flush();
    expect(await messages(lines, correlationId)).toEqual(['a'.repeat(100)]);
    expect(lost.at(-1)).toBe(1);
    log.info({ correlationId }, 'There is room again.');
    jest.spyOn(store, 'append').mockRejectedValue(new Error('poison'));
    for (let tries = 0; tries < 20; tries++) await lines.flush();
    expect(lost.at(-1)).toBe(2);
  });

  it('are deleted by age and by size, the oldest first', async () => {
    const [old, fresh] = [randomUUID(), randomUUID()];
    const { lines, log, store } = node({ logLinesDays: 1 });
    log.info({ correlationId: old }, 'Old.');
    await lines.flush();
    now = new Date(now.getTime() + 2 * 86_400_000);
    await lines.prune();
    expect(await messages(lines, old)).toEqual([]);
    const line = (number: number) => ({
      source: old,
      number,
      correlationId: fresh,
      at: new Date(now.getTime() + number).toISOString(),
      level: 'info',
      message: 'x'.repeat(1_000),
      fields: null,
    });
    await store.append([line(1), line(2), line(3)]);
    expect(await store.prune({ before: new Date(0), maxBytes: 2_500 })).toBe(1);
    expect(await lines.of(fresh)).toMatchObject([{ at: line(2).at }, { at: line(3).at }]);
  });

  it('are not stored at all when the setting says so', async () => {
    const correlationId = randomUUID();
    const { lines, log } = node({ logLinesDays: 0 });
    log.info({ correlationId }, 'Nothing of this.');
    await lines.flush();
    expect(await messages(lines, correlationId)).toEqual([]);
  });
});
