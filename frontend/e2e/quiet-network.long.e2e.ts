import type { Page, Request } from '@playwright/test';
import { first, makeProject } from './support/content';
import { DashboardPage } from './support/pages/dashboard-page';
import { WorkspacePage } from './support/pages/workspace-page';
import { expect, test } from './support/test';

const EDITS = 4;
const STORY = 'The lamp had gone dark at dawn, and nobody on the island knew why. '.repeat(1_500);

/** Requests that a tab sends once, some time after it is shown. */
const OF_OPENING = /^\/api\/(costs|replicate)\//;

/** Records a page's requests by method and path from now on. */
function watchCalls(page: Page) {
  const calls: string[] = [];
  const sizes: Promise<number>[] = [];
  const counts = (request: Request): boolean =>
    ['fetch', 'xhr'].includes(request.resourceType()) && !OF_OPENING.test(new URL(request.url()).pathname);
  page.on('request', (request) => {
    if (counts(request)) calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  page.on('requestfinished', (request) => {
    if (!counts(request)) return;
    sizes.push(request.sizes().then(({ requestBodySize, responseBodySize }) => requestBodySize + responseBodySize));
  });
  return {
    calls,
    bytes: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
    reset(): void {
      calls.length = 0;
      sizes.length = 0;
    },
  };
}

/** Waits until no request has been sent for as long as a push needs to arrive and be followed by a fetch. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}

test('edits of a scene cost one request each, at most one a second in another window, and none in an idle one', async ({
  page,
  user,
  api,
  openWindow,
}) => {
  const { project, scenes } = await makeProject(api, 'Quiet', ['The harbour', 'The lamp']);
  await api.json('PATCH', `/api/projects/${project.id}`, { story: STORY });
  const here = new WorkspacePage(page);
  await here.open(project.id, 'build');
  const otherPage = await openWindow(user);
  const there = new WorkspacePage(otherPage);
  await there.open(project.id, 'build');
  for (const each of [page, otherPage]) await settled(each);
  const [own, others] = [watchCalls(page), watchCalls(otherPage)];

  const began = Date.now();
  for (let edit = 1; edit <= EDITS; edit += 1) {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await here.scene(1).text('Video Prompt').fill(`The camera goes on, take ${edit}.`);
    await saved;
  }
  await expect(there.scene(1).text('Video Prompt')).toHaveValue(`The camera goes on, take ${EDITS}.`);
  const seconds = Math.ceil((Date.now() - began) / 1_000);

  const path = `/api/scenes/${first(scenes).id}`;
  expect(own.calls).toEqual(Array.from({ length: EDITS }, () => `PATCH ${path}`));
  expect(await own.bytes()).toBeLessThan(EDITS * 4_096);
  expect(new Set(others.calls)).toEqual(new Set([`GET ${path}`]));
  expect(others.calls.length).toBeLessThanOrEqual(seconds);
  expect(await others.bytes()).toBeLessThan(EDITS * 4_096);

  await new DashboardPage(otherPage).open();
  await settled(otherPage);
  others.reset();
  await api.json('PATCH', path, { description: 'A harbour in the fog.' });
  await expect.poll(() => others.calls).toEqual([`GET /api/projects/${project.id}`]);
  expect(await others.bytes()).toBeLessThan(4_096);
  others.reset();
  // A minute passes on the page's clock.
  await otherPage.clock.install();
  await otherPage.clock.fastForward(60_000);
  await settled(otherPage);
  expect(others.calls).toEqual([]);
});
