import type { BrowserContext } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../../scripts/lib/chromium.mjs';
import { makeProject } from './support/content';
import { keptDrafts } from './support/interruptions';
import { refuseSaves } from './support/refused-saves';
import { expect, test, watchErrors } from './support/test';

const SECRET = 'The keeper’s confession';

/** Records the address of every page in the browser that shows the text in any frame from now on. */
async function watchFor(context: BrowserContext, text: string) {
  let seen: string[] = [];
  await context.exposeBinding('noteSecret', ({ page }) => void seen.push(page.url()));
  await context.addInitScript((secret) => {
    const note = (window as unknown as { noteSecret(): void }).noteSecret;
    const look = () => {
      const fields = [...document.querySelectorAll('textarea, input')] as HTMLInputElement[];
      if (document.body?.innerText.includes(secret) || fields.some(({ value }) => value.includes(secret))) note();
      requestAnimationFrame(look);
    };
    look();
  }, text);
  return { seen: () => seen, forget: () => void (seen = []) };
}

test.describe('after Logout', () => {
  test('Back shows nothing, and the other tabs of the browser show nothing at once [ACCESS-10, SHELL-16]', async ({
    playwright,
    server,
    api,
    user,
    signIn,
  }) => {
    // Playwright switches the back-forward cache off; people's browsers have it on.
    const ignoreDefaultArgs = ['--disable-back-forward-cache'];
    const executablePath = (await findChromium()) ?? undefined;
    const browser = await playwright.chromium.launch({ executablePath, args: CHROMIUM_ARGS, ignoreDefaultArgs });
    const context = await browser.newContext({ baseURL: server.url });
    const check = watchErrors(context);
    await signIn(context, user);
    const watch = await watchFor(context, SECRET);
    const { project } = await makeProject(api, 'Private', [SECRET]);
    const [page, other] = [await context.newPage(), await context.newPage()];
    await page.goto('/');
    for (const each of [page, other]) {
      await each.goto(`/?project=${project.id}&tab=board`);
      await expect(each.getByText(SECRET).first()).toBeVisible();
    }
    expect(watch.seen(), 'the watch sees').not.toEqual([]);

    await page.bringToFront();
    await page.getByRole('button', { name: 'Logout' }).click();
    for (const each of [page, other]) await expect(each.getByRole('link', { name: 'Get Started' })).toBeVisible();
    watch.forget();
    for (let steps = 0; steps < 2; steps += 1) {
      await page.goBack({ waitUntil: 'commit' });
      await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
    }
    await other.reload();
    await expect(other.getByRole('link', { name: 'Get Started' })).toBeVisible();
    expect(watch.seen()).toEqual([]);

    // The page at the logout address, for people who open it directly.
    await api.json('POST', '/api/login', { email: user.email, password: user.password });
    await signIn(context, user);
    await page.goto('/api/logout');
    await expect(page.getByText(user.email)).toBeVisible();
    await page.getByRole('button').click();
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
    await page.goto('/settings');
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
    await browser.close();
    check();
  });

  test('the next user of the browser sees no draft of the previous user, who finds the draft again', async ({
    context,
    api,
    user,
    newUser,
    signIn,
    page,
    workspace,
  }) => {
    const { project } = await makeProject(api, 'Private');
    await workspace.open(project.id);
    const saves = await refuseSaves(context);
    await workspace.story.fill(SECRET);
    await expect.poll(() => keptDrafts(page)).toContain(SECRET);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Log Out', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
    saves.end();

    const next = await newUser('Grace');
    await signIn(context, next);
    const watch = await watchFor(context, SECRET);
    const theirs = await context.newPage();
    for (const address of ['/', `/?project=${project.id}&tab=story`]) {
      await theirs.goto(address);
      await expect(theirs.getByRole('button', { name: 'Logout' })).toBeVisible();
      await theirs.waitForLoadState('networkidle');
    }
    await expect(theirs.getByText(/unsaved|draft|earlier visit/i)).toHaveCount(0);
    expect(watch.seen()).toEqual([]);
    await theirs.getByRole('button', { name: 'Logout' }).click();
    await expect(theirs.getByRole('link', { name: 'Get Started' })).toBeVisible();
    await theirs.close();

    await api.json('POST', '/api/login', { email: user.email, password: user.password });
    await signIn(context, user);
    await workspace.open(project.id);
    await expect(workspace.story).toHaveValue(SECRET);
    const stored = async () => (await api.json<{ story: string }>('GET', `/api/projects/${project.id}`)).story;
    await expect.poll(stored).toBe(SECRET);
  });
});
