import type { Response, Route } from '@playwright/test';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Balance, Transaction } from '@storyreel/contracts';
import { ROOT } from '../../scripts/lib/paths.mjs';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { connectAccount } from './support/accounts';
import { addImage, first, makeProject } from './support/content';
import { pngFile } from './support/files';
import { PAID_BUTTONS, type Ground, type PaidButton, UNDER_WAY_MS } from './support/paid-buttons';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

/** What becomes of the first request. */
const LOSSES: Record<string, ((route: Route) => Promise<void>) | null> = {
  nothing: null,
  'the way there': (route) => route.abort('connectionfailed'),
  'the way back': async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  },
  'a 503': (route) => route.fulfill({ status: 503, body: '' }),
  'a 503 after it was done': async (route) => {
    await route.fetch();
    await route.fulfill({ status: 503, body: '' });
  },
  'a 409 while it is done': async (route) => {
    await route.fetch();
    await route.fulfill({ status: 409, json: { code: 'conflict', message: 'Generation already in progress' } });
  },
  'the way back, and the page is loaded again': async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  },
};

async function makeGround(api: ApiClient, { name }: PaidButton): Promise<Ground> {
  const story = 'The lamp had gone dark. The keeper did not come down. Rain fell on the pier.';
  const { project, scenes } = await makeProject(api, 'Once', ['The harbour'], { story });
  const { id: sceneId } = first(scenes);
  await api.json('PATCH', `/api/scenes/${sceneId}`, { imagePrompt: 'A lamp in the fog' });
  if (name === 'Generate Video') await addImage(api, first(scenes), await pngFile('lamp.png', 'navy'));
  return { projectId: project.id, sceneId };
}

interface Account {
  balance: number;
  /** Scenes of a bulk run that the day still covers. */
  covered: number;
  transactions: number;
}
async function accountOf(api: ApiClient): Promise<Account> {
  const { balance } = await api.json<Balance>('GET', '/api/credits/balance');
  const transactions = await api.json<Transaction[]>('GET', '/api/credits/transactions?limit=200');
  const quote = await api.json<{ remainingToday: number }>('GET', '/api/midjourney/bulk-quote');
  return { balance, covered: quote.remainingToday, transactions: transactions.length };
}

/** Priced for later: no button, and no call of the server charges them. */
const NOT_SOLD = ['image_prompt', 'chat_completion'];
/** Made once for an intention as well, and free. */
const FREE =
  /^\/api\/((social|content-templates|audit)\b|(projects|scenes|styles)$|(projects|scenes)\/id\/(duplicate$|images?\b))/;
/** Paid in money, at a payment provider: the tests of payments prove it. */
const IN_MONEY = /^\/api\/credits\/checkout\b/;
/** Charged by what an answer takes, not by the press: the tests of the chat prove it. */
const BY_USE = /^\/api\/chat\b/;
/** Part of a batch whose price was agreed to when it was started: the tests of batches prove it. */
const AGREED = /^\/api\/batches\/id\/(resume|retry)$/;
/** Priced by its length, and one at a time: the server's tests of keyed routes prove that it is paid once. */
const WHOLE_PROJECTS = /^\/api\/projects\/id\/(films|story-audio)$/;
const SOURCES = path.join(ROOT, 'frontend/src');

async function sourcesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !/\.spec\.|testing|bench/.test(name));
  return Promise.all(sources.map((name) => readFile(path.join(folder, name), 'utf8')));
}

test.describe('the table of paid buttons', () => {
  test('has every operation of the price book that is sold', async () => {
    const contracts = (await sourcesIn(path.join(ROOT, 'contracts/src'))).join('\n');
    const texts = /TEXT_OPERATIONS = \[([^\]]+)\]/.exec(contracts)?.[1] ?? '';
    const book = await readFile(path.join(ROOT, 'contracts/src/zaps/price-book.ts'), 'utf8');
    const operations = [...texts.matchAll(/'(\w+)'/g), ...book.matchAll(/\['(\w+)', \(/g)].map(([, name]) => name);
    const sold = PAID_BUTTONS.map(({ operation }) => operation).filter((operation) => operation !== null);
    // A scene's own button and that of all scenes sell the same.
    const pressed = [...new Set(sold)];
    expect([...pressed, ...NOT_SOLD].sort()).toEqual(operations.sort());
    const server = (await sourcesIn(path.join(ROOT, 'backend/src'))).join('\n');
    for (const operation of pressed) expect(server).toContain(`operation: '${operation}'`);
    for (const operation of NOT_SOLD) expect(server).not.toContain(`operation: '${operation}'`);
  });

  test('has every call that the pages make once for an intention', async () => {
    const pages = await sourcesIn(SOURCES);
    const address = /['`](\/api\/[^'`]+)['`]/;
    const plain = (found: string): string => found.replaceAll(/\$\{[^}]+\}/g, 'id');
    /** Where a call goes that one page makes between these pieces of its code. */
    const addressesOf = (page: string, before: string, code: string): string[] => {
      const here = address.exec(code)?.[1];
      if (here !== undefined) return [plain(here)];
      // Its function is told where to: each place that calls it says so.
      const around = [...before.matchAll(/function (\w+)\(/g)].at(-1)?.[1];
      const told = [...page.matchAll(new RegExp(`${around}\\('[^']*', ['\\x60](/api/[^'\\x60]+)`, 'g'))];
      if (told.length > 0) return told.map(([, found = '']) => plain(found));
      // A function of its own makes the call.
      const called = /=>\s*(\w+)\(/.exec(code)?.[1] ?? code;
      const made = pages.map((other) => other.split(new RegExp(`(?:const|function) ${called}\\b`))[1]).find(Boolean);
      return [plain(address.exec(made ?? '')?.[1] ?? code)];
    };
    const calls = pages.flatMap((page) => {
      const [start = '', ...parts] = page.replaceAll(/\$\{AUDIT\}/g, '/api/audit').split(/intentions\s*\.once\(/);
      return parts.flatMap((code, at) =>
        addressesOf(page, [start, ...parts.slice(0, at)].join(''), code.slice(0, code.indexOf(';'))),
      );
    });
    const buttonsOf = (call: string) => PAID_BUTTONS.filter(({ endpoint }) => endpoint.test(call)).length;
    const isSold = (call: string) =>
      ![FREE, BY_USE, IN_MONEY, AGREED, WHOLE_PROJECTS].some((other) => other.test(call));
    const timesMade = (call: string) => calls.filter((other) => other === call).length;
    expect(calls.filter((call) => isSold(call) && buttonsOf(call) < timesMade(call))).toEqual([]);
    expect(PAID_BUTTONS.filter(({ endpoint }) => !calls.some((call) => endpoint.test(call)))).toEqual([]);
  });
});

test.describe('a paid button pressed again after its answer was lost', () => {
  // Seven losses each, with a generation to wait for after every one.
  test.describe.configure({ timeout: 240_000 });
  for (const paid of PAID_BUTTONS) {
    test(`${paid.name} charges once and makes one`, async ({ page, api }) => {
      for (let times = 0; times < 2; times += 1) {
        await api.json('POST', '/api/credits/add-zaps', { amount: 1000, idempotencyKey: `${paid.name}/${times}` });
      }
      if (paid.name === 'Create Description') await connectAccount(api, 'youtube');
      let usual: unknown;
      for (const [loss, lose] of Object.entries(LOSSES)) {
        const ground = await makeGround(api, paid);
        const before = await accountOf(api);
        await page.goto(paid.tab ? `/?project=${ground.projectId}&tab=${paid.tab}` : (paid.address ?? '/credits'));

        if (lose) {
          let isLost = false;
          await page.route(paid.endpoint, async (route) => {
            if (isLost || route.request().method() !== 'POST') return route.fallback();
            isLost = true;
            await lose(route);
          });
          const ended = Promise.race([
            page.waitForEvent('requestfailed', (request) => paid.endpoint.test(request.url())),
            page.waitForResponse(paid.endpoint),
          ]);
          await paid.press(page);
          await ended;
          if (loss.includes('loaded again')) await page.reload();
        }
        let answers = 0;
        const count = (answer: Response) => (answers += Number(paid.endpoint.test(answer.url()) && answer.ok()));
        page.on('response', count);
        const isPressed = await paid.press(page);
        if (isPressed !== false) await expect.poll(() => answers, { timeout: UNDER_WAY_MS }).toBeGreaterThan(0);
        page.off('response', count);

        const outcome = async () => {
          const after = await accountOf(api);
          return {
            made: await paid.made?.(api, ground),
            zaps: Math.round((after.balance - before.balance) * 100) / 100,
            covered: after.covered - before.covered,
            transactions: after.transactions - before.transactions,
          };
        };
        if (!lose) {
          if (paid.made) await expect.poll(async () => (await outcome()).made, { timeout: 30_000 }).toBeGreaterThan(0);
          // What jobs do is paid when it is done: the sums have to rest.
          let seen = '';
          const rests = async () => {
            const now = await outcome();
            const [last, isPaid] = [seen, now.transactions > 0 || now.covered > 0];
            seen = JSON.stringify(now);
            return isPaid && seen === last;
          };
          await expect.poll(rests, { timeout: 30_000, intervals: [1_000] }).toBe(true);
          usual = await outcome();
          expect(usual, 'it costs something').not.toMatchObject({ zaps: 0, covered: 0 });
        } else {
          await expect.poll(outcome, { message: `after ${loss} was lost`, timeout: 30_000 }).toEqual(usual);
        }
        await page.unroute(paid.endpoint);
      }
    });
  }
});
