import type { Locator, Page, Route } from '@playwright/test';
import type { Balance, Scene, Transaction } from '@storyreel/contracts';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { makeProject } from './support/content';
import { WorkspacePage } from './support/pages/workspace-page';
import { expect, test } from './support/test';

interface PaidButton {
  what: string;
  address(projectId: string): string;
  endpoint: RegExp;
  /** The button of the n-th scene, from 1. */
  button(page: Page, scene: number): Locator;
  /** Change of the balance by one press. */
  zaps: number;
  images: number;
}

const toBuild = (projectId: string): string => `/?project=${projectId}&tab=build`;
/** A button for each way of executing paid work on the server; a unit test proves that every paid action has a key. */
const PAID_BUTTONS: readonly PaidButton[] = [
  {
    what: 'a purchase of zaps',
    address: () => '/credits',
    endpoint: /\/api\/credits\/add-zaps$/,
    button: (page) => page.getByRole('button', { name: /^Add Zaps/ }).first(),
    zaps: 100,
    images: 0,
  },
  {
    what: 'a description, which its answer brings',
    address: toBuild,
    endpoint: /\/generate\/scene-description\//,
    button: (page, scene) =>
      new WorkspacePage(page).scene(scene).root.getByRole('button', { name: /^Regenerate Description/ }),
    zaps: -0.5,
    images: 0,
  },
  {
    what: 'four images, which a job makes',
    address: toBuild,
    endpoint: /\/midjourney\/generate-image$/,
    button: (page, scene) => new WorkspacePage(page).scene(scene).generateImages,
    zaps: -4,
    images: 4,
  },
];

interface Account {
  zaps: number;
  transactions: number;
  images: number;
}
async function accountOf(api: ApiClient, projectId: string): Promise<Account> {
  const { balance } = await api.json<Balance>('GET', '/api/credits/balance');
  const transactions = await api.json<Transaction[]>('GET', '/api/credits/transactions?limit=200');
  const scenes = await api.json<Scene[]>('GET', `/api/scenes?projectId=${projectId}`);
  const images = scenes.flatMap(({ imageUrls }) => imageUrls.filter((url) => url !== ''));
  return { zaps: balance, transactions: transactions.length, images: images.length };
}

for (const { what, address, endpoint, button, zaps, images } of PAID_BUTTONS) {
  test(`${what} is made and paid for once when its answer is lost and it is requested again, also by the next page`, async ({
    page,
    api,
  }) => {
    const { project, scenes } = await makeProject(api, 'Once', ['The harbour', 'The storm']);
    for (const { id } of scenes) await api.json('PATCH', `/api/scenes/${id}`, { imagePrompt: 'A lamp in the fog' });
    await page.goto(address(project.id));
    for (const [at, isReloaded] of [false, true].entries()) {
      const before = await accountOf(api, project.id);
      // The server executes the request, but its response is lost.
      const loseAnswer = async (route: Route): Promise<void> => {
        await route.fetch();
        await route.abort('connectionreset');
      };
      await page.route(endpoint, loseAnswer, { times: 1 });
      const lost = page.waitForEvent('requestfailed', (request) => endpoint.test(request.url()));
      await button(page, at + 1).click();
      await lost;
      if (isReloaded) await page.reload();
      const answered = page.waitForResponse((answer) => endpoint.test(answer.url()) && answer.ok());
      await button(page, at + 1).click();
      await answered;
      const outcome = async (): Promise<Account> => {
        const after = await accountOf(api, project.id);
        return {
          zaps: after.zaps - before.zaps,
          transactions: after.transactions - before.transactions,
          images: after.images - before.images,
        };
      };
      await expect.poll(outcome, { timeout: 30_000 }).toEqual({ zaps, transactions: 1, images });
    }
  });
}
