import type { Page, Request } from '@playwright/test';
import { makeProject } from './support/content';
import { WorkspacePage } from './support/pages/workspace-page';
import { expect, test } from './support/test';

const EDITS = 10;
const STORY = 'The lamp had gone dark at dawn, and nobody on the island knew why. '.repeat(1_500);
const PROJECTS = 100;
const AT_ONCE = 10;

/** Asked once by a tab that opens, some time after it is shown. */
const OF_OPENING = /^\/api\/(costs|replicate)\//;

/** What the server draws of the first cards, which a list of any length has once. */
const DRAWN = /<div id="root">.*<p id="old-browser">/s;

/** What a page asks the server for from now on, by method and path. */
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

/** Nothing was asked for during the time in which a push would have arrived and been followed. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}

test.describe('edits of a scene', () => {
  test('cost one request each, and at most one a second in another window', async ({ page, user, api, openWindow }) => {
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
    for (const each of [page, otherPage]) await settled(each);
    const seconds = Math.ceil((Date.now() - began) / 1_000);

    const path = `/api/scenes/${scenes[0]?.id}`;
    expect(own.calls).toEqual(Array.from({ length: EDITS }, () => `PATCH ${path}`));
    expect(await own.bytes()).toBeLessThan(EDITS * 4_096);
    expect(new Set(others.calls)).toEqual(new Set([`GET ${path}`]));
    expect(others.calls.length).toBeLessThanOrEqual(seconds);
    expect(await others.bytes()).toBeLessThan(EDITS * 4_096);
  });

  test('reach a dashboard as one small read, and an idle one asks for nothing', async ({
    page,
    user,
    api,
    dashboard,
  }) => {
    expect(user.id).not.toBe('');
    const { project, scenes } = await makeProject(api, 'Quiet', ['The harbour']);
    await api.json('PATCH', `/api/projects/${project.id}`, { story: STORY });
    await dashboard.open();
    await settled(page);
    const watch = watchCalls(page);
    await api.json('PATCH', `/api/scenes/${scenes[0]?.id}`, { description: 'A harbour in the fog.' });
    await expect.poll(() => watch.calls).toEqual([`GET /api/projects/${project.id}`]);
    await settled(page);
    expect(await watch.bytes()).toBeLessThan(4_096);
    watch.reset();
    // A minute passes, as far as the page can tell.
    await page.clock.install();
    await page.clock.fastForward(60_000);
    await settled(page);
    expect(watch.calls).toEqual([]);
  });
});

test.describe('the list of projects', () => {
  test('comes without their stories, with a page and after it', async ({ page, user, api, dashboard }) => {
    expect(user.id).not.toBe('');
    let made = 0;
    const makeOn = async () => {
      while (made++ < PROJECTS) await api.json('POST', '/api/projects', { title: `Story ${made}`, story: STORY });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, makeOn));
    const whole = await page.request.get('/api/projects?limit=10');
    expect((await whole.body()).length).toBeGreaterThan(10 * STORY.length);

    const documentBytes = page
      .waitForResponse((answer) => answer.request().resourceType() === 'document')
      .then(async (answer) => Buffer.byteLength((await answer.text()).replace(DRAWN, '')));
    const watch = watchCalls(page);
    await dashboard.open();
    await expect(page.getByRole('article')).toHaveCount(PROJECTS);
    await settled(page);
    // All of a card and its dots, in less than its story's hundredth part.
    expect((await documentBytes) + (await watch.bytes())).toBeLessThan((PROJECTS * STORY.length) / 50);
    expect(watch.calls.filter((call) => call.startsWith('GET /api/projects'))).toEqual([]);

    watch.reset();
    await page.getByRole('link', { name: 'Open Story 7', exact: true }).click();
    // A failure would print a hundred thousand characters.
    const isWhole = async () => (await page.getByRole('textbox', { name: 'Story' }).inputValue()) === STORY;
    await expect.poll(isWhole, 'the story is there').toBe(true);
    expect(watch.calls.filter((call) => /^GET .api.projects.[^/]+$/.test(call))).toHaveLength(1);
  });
});
