import { runInThisContext } from 'node:vm';
import { readStatement } from './read-statement';

/** The process's own environment: setting a time zone in the copy that Jest gives to tests has no effect. */
const { env } = runInThisContext('process') as NodeJS.Process;

const stated = (...created: string[]) =>
  readStatement(
    Buffer.from(['id,model,created,usd', ...created.map((at, index) => `p${index},flux,${at},1`)].join('\r\n')),
    'csv',
  );
const daysOf = async (...created: string[]) =>
  [...(await stated(...created)).predictions.values()].map(({ day }) => day);

describe('the day of a prediction on a statement', () => {
  const zone = env.TZ;
  afterEach(() => {
    if (zone === undefined) delete env.TZ;
    else env.TZ = zone;
  });

  it.each([
    ['America/Los_Angeles', 480],
    ['Asia/Tokyo', -540],
  ])('is that in UTC where its time names no zone, on a server in %s', async (place, minutes) => {
    env.TZ = place;
    expect(new Date(2026, 10, 22).getTimezoneOffset()).toBe(minutes);
    const times = [
      '2026-11-22T23:30:00',
      '2026-11-22T23:30',
      '2026-11-22 23:30:00',
      '2026-11-22 9:05',
      '2026-11-22 00:30:00.123456',
      '2026-11-22',
    ];
    expect(await daysOf(...times)).toEqual(times.map(() => '2026-11-22'));
  });

  it('is that in UTC where its time names another zone', async () => {
    env.TZ = 'Asia/Tokyo';
    const times = [
      '2026-11-22T23:30:00Z',
      '2026-11-22 23:30:00 UTC',
      '2026-11-22 23:30:00+00',
      '2026-11-22T16:30:00-08:00',
      '2026-11-22 00:30:00 +0100',
    ];
    expect(await daysOf(...times)).toEqual(['2026-11-22', '2026-11-22', '2026-11-22', '2026-11-23', '2026-11-21']);
  });

  it.each([
    '2026-02-30',
    '2026-02-29T10:00:00Z',
    '2026-04-31 10:00:00',
    '2026-13-01',
    '2026-11-00',
    '2026-11-22T25:00:00Z',
    '2026-11-22 soon',
    '2026-11-22T10:00:00Zulu',
    '22 November 2026',
  ])('is missing for %s: the line is left out and named', async (created) => {
    const { predictions, badLines, badCount } = await stated('2028-02-29', created);
    expect([predictions.size, badCount, badLines]).toEqual([1, 1, [{ line: 3, reason: 'created: is no date' }]]);
  });
});
