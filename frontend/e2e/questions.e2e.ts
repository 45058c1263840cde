import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { giveUp, QUESTIONS, seedQuestions, slowClips, Walk } from './support/questions';
import type { TestServer } from './support/server';
import { expect, test as base } from './support/test';

const test = base.extend<object, { server: TestServer }>({
  server: [slowClips, { scope: 'worker', timeout: 180_000 }],
});
test.describe.configure({ timeout: 240_000 });

/** Questions of docs/questions.md with their clicks. */
async function documented(): Promise<Map<string, number>> {
  const text = await readFile(path.join(ROOT, 'docs/questions.md'), 'utf8');
  const rows = text.matchAll(/^\| ([^|]+\?) +\|.*\| (\d+) +\|$/gm);
  return new Map([...rows].map(([, asks = '', clicks = '']) => [asks.trim(), Number(clicks)]));
}

test('sixteen questions of finance and developers are answered within the clicks of their table, six at most', async ({
  page,
  context,
  newUser,
  signIn,
  staff,
  server,
}) => {
  const mara = await newUser('Mara');
  await seedQuestions(server, mara, staff);
  await giveUp(server, mara);
  await signIn(context, staff);
  const counted = new Map<string, number>();
  for (const { asks, answer } of QUESTIONS) {
    await test.step(asks, async () => {
      const walk = new Walk(page, mara, false);
      await walk.home();
      await answer(walk);
      counted.set(asks, walk.clicks);
    });
  }
  expect([...counted.entries()].filter(([, clicks]) => clicks > 6)).toEqual([]);
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(await documented()));
  expect(counted.size).toBe(16);
});
