import { checkValues, isSmall } from './body.interceptor';
import { LargeBodies } from './large-bodies';

const check = (body: string, encoding = 'utf-8') => checkValues(Buffer.from(body), encoding);
const MANY = 20_000;

describe('the values of a large body', () => {
  it.each([
    ['a long text full of commas and brackets', JSON.stringify({ story: ',[{'.repeat(MANY) })],
    ['texts that end in escapes', JSON.stringify({ a: 'x\\', b: '"', c: '\\"', d: ','.repeat(MANY) })],
    ['the maximum number of values', `[${'1,'.repeat(MANY - 1)}1]`],
    ['an unterminated text', `{"a": "${',"'.slice(0, 1).repeat(MANY * 2)}`],
    ['a text that ends in a backslash', `{"a": "${','.repeat(MANY)}\\`],
  ])('are not too many in %s', (_, body) => {
    expect(() => check(body)).not.toThrow();
  });

  it.each([
    ['numbers', `[${'1,'.repeat(MANY)}1]`],
    ['lists in lists', '['.repeat(MANY + 1)],
    ['objects', `["\\\\",${'{},'.repeat(MANY / 2)}{}]`],
  ])('are too many of %s', (_, body) => {
    expect(() => check(body)).toThrow('too many values');
  });

  it('are refused in another encoding than UTF-8', () => {
    expect(() => check('{}', 'utf-16le')).toThrow('UTF-8');
  });
});

describe('a body', () => {
  it.each([
    [true, 'that is none', {}],
    [true, 'of 100 KB', { 'content-length': '102400' }],
    [false, 'of more', { 'content-length': '102401' }],
    [false, 'of unknown length', { 'transfer-encoding': 'chunked' }],
    [false, 'that is compressed', { 'content-length': '100', 'content-encoding': 'gzip' }],
  ])('is small: %s for one %s', (small, _, headers) => {
    expect(isSmall({ headers })).toBe(small);
  });
});

describe('large bodies', () => {
  let now = 0;
  const clock = { now: () => new Date(now) };

  it('of one user are read one after the other, and those of several users concurrently', async () => {
    const bodies = new LargeBodies(clock);
    const began: string[] = [];
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const read = (userId: string, name: string) => bodies.read(userId, () => (began.push(name), ended));
    const all = Promise.all([read('ada', 'her first'), read('ada', 'her second'), read('bo', 'his first')]);
    await Promise.resolve();
    await new Promise(setImmediate);
    expect(began).toEqual(['her first', 'his first']);
    end();
    await all;
    expect(began).toEqual(['her first', 'his first', 'her second']);
  });

  it('are read eight at a time in total', async () => {
    const bodies = new LargeBodies(clock);
    const ends: (() => void)[] = [];
    const all = Array.from({ length: 9 }, (_, user) =>
      bodies.read(`user ${user}`, () => new Promise((resolve) => ends.push(resolve))),
    );
    await new Promise(setImmediate);
    expect(ends).toHaveLength(8);
    ends[0]?.();
    await new Promise(setImmediate);
    expect(ends).toHaveLength(9);
    for (const end of ends) end();
    await Promise.all(all);
  });

  it('are refused past 32 MB of one user, until their quota of a megabyte a second allows more', async () => {
    const bodies = new LargeBodies(clock);
    const read = (userId = 'ada') => bodies.read(userId, async (took) => took(8_000_000));
    for (let sent = 0; sent < 4; sent += 1) await read();
    await expect(read()).rejects.toMatchObject({ code: 'too_many_requests' });
    await read('bo');
    now += 1_000;
    await read();
    await expect(read()).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 7 });
  });

  it('count more the longer they occupy a slot', async () => {
    const bodies = new LargeBodies(clock);
    const slowly = async (took: (bytes: number) => void) => {
      now += 17_000;
      took(1_000);
      await Promise.resolve();
    };
    await bodies.read('ada', slowly);
    await bodies.read('ada', slowly);
    await expect(bodies.read('ada', slowly)).rejects.toMatchObject({ code: 'too_many_requests' });
    await bodies.read('bo', slowly);
  });

  it('lose their slot when they have not arrived within 30 s', async () => {
    jest.useFakeTimers();
    try {
      const bodies = new LargeBodies(clock);
      const slow = bodies.read('ada', () => new Promise(() => undefined));
      const refused = expect(slow).rejects.toMatchObject({ code: 'bad_request' });
      let isOver = false;
      void slow.catch(() => (isOver = true));
      await jest.advanceTimersByTimeAsync(29_999);
      expect(isOver).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      await refused;
      await bodies.read('ada', () => Promise.resolve());
    } finally {
      jest.useRealTimers();
    }
  });
});
