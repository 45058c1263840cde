import type { Page, Route } from '@playwright/test';
import type { Balance, Scene, Transaction } from '@storyreel/contracts';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { addImage, first, makeProject } from './support/content';
import { pngFile } from './support/files';
import { WorkspacePage } from './support/pages/workspace-page';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

interface Ground {
  projectId: string;
  sceneId: string;
}
interface PaidButton {
  name: string;
  endpoint: RegExp;
  tab?: string;
  press(page: Page): Promise<void>;
  /** How much of it is there. */
  made?(api: ApiClient, ground: Ground): Promise<number>;
}

const button = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const scene = (api: ApiClient, { sceneId }: Ground) => api.json<Scene>('GET', `/api/scenes/${sceneId}`);

const BUTTONS: readonly PaidButton[] = [
  { name: 'Add Zaps', endpoint: /\/api\/credits\/add-zaps$/, press: button(/^Add Zaps/) },
  {
    name: 'Regenerate Description',
    endpoint: /\/generate\/scene-description\//,
    tab: 'build',
    press: button(/^Regenerate Description/),
  },
  { name: 'Enhance Prompt', endpoint: /\/enhance-prompt$/, tab: 'build', press: button(/^Enhance Prompt/) },
  {
    name: 'Regenerate Video Prompt',
    endpoint: /\/generate\/video-prompt\//,
    tab: 'build',
    press: button(/^Regenerate Video Prompt/),
  },
  {
    name: 'Create Continuity',
    endpoint: /\/generate\/continuity$/,
    tab: 'settings',
    press: button(/^Create Continuity/),
  },
  {
    name: 'Create Scenes',
    endpoint: /\/process-story$/,
    tab: 'story',
    async press(page) {
      const { dialog } = new WorkspacePage(page);
      if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Create Scenes' }).click();
      await dialog.getByRole('button', { name: 'Create Scenes' }).click();
    },
    made: async (api, { projectId }) => (await api.json<Scene[]>('GET', `/api/scenes?projectId=${projectId}`)).length,
  },
  {
    name: 'Generate Images',
    endpoint: /\/midjourney\/generate-image$/,
    tab: 'build',
    press: button(/^Generate 4 Images/),
    made: async (api, ground) => (await scene(api, ground)).imageUrls.filter((url) => url !== '').length,
  },
  {
    name: 'Generate Video',
    endpoint: /\/generate-video$/,
    tab: 'build',
    press: button(/^Generate Video(?!s)/),
    made: async (api, ground) => (await scene(api, ground)).videos.filter(({ url }) => url).length,
  },
];

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
  transactions: number;
}
async function accountOf(api: ApiClient): Promise<Account> {
  const { balance } = await api.json<Balance>('GET', '/api/credits/balance');
  const transactions = await api.json<Transaction[]>('GET', '/api/credits/transactions?limit=200');
  return { balance, transactions: transactions.length };
}

test.describe('a paid button pressed again after its answer was lost', () => {
  // Seven losses each, with a generation to wait for after every one.
  test.describe.configure({ timeout: 240_000 });
  for (const paid of BUTTONS) {
    test(`${paid.name} charges once and makes one`, async ({ page, api }) => {
      for (let times = 0; times < 2; times += 1) {
        await api.json('POST', '/api/credits/add-zaps', { amount: 1000, idempotencyKey: `${paid.name}/${times}` });
      }
      let usual: unknown;
      for (const [loss, lose] of Object.entries(LOSSES)) {
        const ground = await makeGround(api, paid);
        const before = await accountOf(api);
        await page.goto(paid.tab ? `/?project=${ground.projectId}&tab=${paid.tab}` : '/credits');

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
        const answered = page.waitForResponse((answer) => paid.endpoint.test(answer.url()) && answer.ok());
        await paid.press(page);
        await answered;

        const outcome = async () => {
          const after = await accountOf(api);
          return {
            made: await paid.made?.(api, ground),
            zaps: Math.round((after.balance - before.balance) * 100) / 100,
            transactions: after.transactions - before.transactions,
          };
        };
        if (!lose) {
          if (paid.made) await expect.poll(async () => (await outcome()).made, { timeout: 30_000 }).toBeGreaterThan(0);
          usual = await outcome();
          expect(usual).not.toMatchObject({ zaps: 0 });
        } else {
          await expect.poll(outcome, { message: `after ${loss} was lost`, timeout: 30_000 }).toEqual(usual);
        }
        await page.unroute(paid.endpoint);
      }
    });
  }
});
