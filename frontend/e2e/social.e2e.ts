import type { Locator, Page } from '@playwright/test';
import type { SandboxPost, SocialPost } from '@storyreel/contracts';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { connect, connectAccount } from './support/accounts';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

const PLATFORMS = ['YouTube', 'Instagram', 'TikTok'];
/** The drag's announcement in a live region. */
const said = (page: Page, text: RegExp): Locator => page.locator('[aria-live]').filter({ hasText: text });
const posts = (api: ApiClient) => api.json<SocialPost[]>('GET', '/api/social/posts');

/** Returns the date this many days from today, by the visitor's clock. */
function dayFromNow(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((figure) => String(figure).padStart(2, '0'));
  return `${day.getFullYear()}-${month}-${date}`;
}
const [TUESDAY, FRIDAY] = [2, 5];
/** Returns the first day on `weekday` that is at least two days from now, and the day after it. */
function comingDays(weekday = TUESDAY): [day: string, next: string] {
  const ahead = (7 + weekday - new Date().getDay()) % 7;
  const days = ahead < 2 ? ahead + 7 : ahead;
  return [dayFromNow(days), dayFromNow(days + 1)];
}
const cell = (page: Page, day: string): Locator => page.locator(`td[data-day="${day}"]`);

/** Connects a sandbox account, schedules a post for nine o'clock on that day, and opens its month on the dashboard. */
async function openWithPost(page: Page, api: ApiClient, day: string): Promise<string> {
  const account = await connectAccount(api, 'youtube');
  const { id } = await api.json<SocialPost>('POST', '/api/social/posts', {
    title: 'Storm warning',
    content: 'A storm is coming.',
    platform: 'youtube',
    socialAccountId: account.id,
    scheduledAt: new Date(`${day}T09:00`).toISOString(),
  });
  await page.goto('/social');
  await show(page, day);
  await expect(chip(page)).toBeVisible();
  return id;
}
const chip = (page: Page): Locator => page.locator('td button', { hasText: 'Storm warning' });
/** Turns the calendar to the month of the day, unless the day is already visible. */
async function show(page: Page, day: string): Promise<void> {
  const calendar = page.getByRole('region', { name: 'Content Calendar' });
  await expect(calendar.locator('td[data-day]').first()).toBeVisible();
  await expect(calendar.locator('[aria-busy="true"]')).toHaveCount(0);
  if ((await cell(page, day).count()) === 0) await calendar.getByRole('button', { name: 'Next month' }).click();
  await expect(cell(page, day)).toBeVisible();
}
async function centre(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not to be seen');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}
/** Returns the post's scheduled time by the visitor's clock. */
async function dueAt(api: ApiClient, id: string): Promise<string | undefined> {
  const due = (await posts(api)).find((post) => post.id === id)?.scheduledAt;
  return due ? new Date(due).toLocaleString('sv-SE').slice(0, 16) : undefined;
}

test('three sandbox platforms are connected, and a post for all of them is scheduled, moved by mouse and by keyboard, and still there after a reload [SOCIAL-09, SOCIAL-11, SOCIAL-28, SOCIAL-43, SOCIAL-44]', async ({
  page,
  api,
}) => {
  const [start, later] = comingDays();
  await page.goto('/social');
  for (const name of PLATFORMS) await connect(page, name);
  const card = page.getByRole('region', { name: 'Create New Post' });
  for (const name of PLATFORMS) await card.getByRole('button', { name }).click();
  await expect(card.getByText('Selected')).toHaveCount(3);
  await card.getByLabel('Post Title').fill('Storm warning');
  await card.getByRole('textbox', { name: 'Content' }).fill('A storm is coming.');
  await card.getByRole('textbox', { name: 'Hashtags' }).fill('storm sea');
  await card.getByRole('switch', { name: 'Schedule for later' }).click();
  await card.getByRole('button', { name: /^Date/ }).click();
  const picker = page.getByRole('dialog', { name: 'Date' });
  const full = new Date(`${start}T12:00`).toLocaleDateString('en-US', { dateStyle: 'full' });
  const wanted = picker.getByRole('button', { name: full });
  if ((await wanted.count()) === 0) await picker.getByRole('button', { name: 'Next month' }).click();
  await wanted.click();
  await card.getByRole('button', { name: 'Create Post' }).click();
  await expect(page.getByText('Your post has been created successfully', { exact: true })).toBeVisible();
  await expect(card.getByLabel('Post Title')).toHaveValue('');
  const made = await posts(api);
  expect(made.map(({ platform, status, hashtags }) => [platform, status, hashtags]).sort()).toEqual(
    ['instagram', 'tiktok', 'youtube'].map((platform) => [platform, 'scheduled', ['storm', 'sea']]),
  );

  await show(page, start);
  const youtube = page.locator('td').getByRole('button', { name: /Storm warning, YouTube/ });
  await expect(cell(page, start).getByRole('button', { name: /Storm warning/ })).toHaveCount(3);
  const id = made.find(({ platform }) => platform === 'youtube')?.id ?? '';

  // One day later, by mouse.
  await youtube.scrollIntoViewIfNeeded();
  const from = await centre(youtube);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 8, { steps: 2 });
  await expect(said(page, /picked up|is over/i)).toHaveCount(1);
  const to = await centre(cell(page, later));
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await expect(cell(page, later)).toHaveAttribute('data-over', 'true');
  await page.mouse.up();
  await expect(page.getByText('Your post has been rescheduled successfully', { exact: true })).toBeVisible();
  await expect(cell(page, later).getByRole('button', { name: /YouTube/ })).toBeVisible();
  expect(await dueAt(api, id)).toBe(`${later} 09:00`);

  // One day earlier, by keyboard.
  await youtube.focus();
  await page.keyboard.press('Space');
  await expect(said(page, /picked up|is over/i)).toHaveCount(1);
  await expect(async () => {
    await page.keyboard.press('ArrowLeft');
    await expect(cell(page, later)).toHaveAttribute('data-over', 'false', { timeout: 200 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect.poll(() => dueAt(api, id)).toBe(`${start} 09:00`);
  await expect(page.getByRole('dialog'), 'Space moves a post, it does not open it').toHaveCount(0);
  await expect(youtube).toBeFocused();
  await page.reload();
  await show(page, start);
  await expect(cell(page, start).getByRole('button', { name: /Storm warning, YouTube/ })).toBeVisible();
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`the notification about a moved post does not cover it at ${viewport.width} px`, async ({ page, api }) => {
    await page.setViewportSize(viewport);
    const [friday, saturday] = comingDays(FRIDAY);
    await openWithPost(page, api, friday);
    // Places the post in the corner that toasts cover, as in the last row of a month.
    await chip(page).evaluate((post) => post.scrollIntoView({ block: 'end' }));
    await chip(page).press('Space');
    await expect(said(page, /picked up|is over/i)).toHaveCount(1);
    await expect(async () => {
      await page.keyboard.press('ArrowRight');
      await expect(cell(page, saturday)).toHaveAttribute('data-over', 'true', { timeout: 200 });
    }).toPass();
    await page.keyboard.press('Space');
    const notice = page.locator('li', { hasText: 'Your post has been rescheduled successfully' });
    await expect(notice).toBeVisible();
    await expect(cell(page, saturday).getByRole('button', { name: /Storm warning/ })).toBeVisible();
    const [above, below] = [await notice.boundingBox(), await chip(page).boundingBox()];
    if (!above || !below) throw new Error('not to be seen');
    const isBeside = above.x + above.width <= below.x || above.y + above.height <= below.y;
    expect(isBeside, `${JSON.stringify(above)} lies on ${JSON.stringify(below)}`).toBe(true);
  });
}

test('a post is dragged by a finger after a long press [SOCIAL-43]', async ({ browser, server, user, signIn }) => {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  await signIn(context, user);
  const page = await context.newPage();
  const [day, later] = comingDays();
  const id = await openWithPost(page, user.api, day);
  await chip(page).scrollIntoViewIfNeeded();
  const client = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  const from = await centre(chip(page));
  await touch('touchStart', from);
  // Touch picks up only after a long press; the drag announces it.
  await expect(said(page, /picked up|is over/i)).toHaveCount(1);
  const to = await centre(cell(page, later));
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  }
  await expect(cell(page, later)).toHaveAttribute('data-over', 'true');
  await touch('touchEnd');
  await expect.poll(() => dueAt(user.api, id)).toBe(`${later} 09:00`);
  await context.close();
});

test('a move that the server refuses is reverted, with a message [SOCIAL-45]', async ({ page, api }) => {
  const [day] = comingDays();
  const id = await openWithPost(page, api, day);
  await page.route('**/api/social/posts/*', (route) => route.fulfill({ status: 500, body: '' }));
  await chip(page).focus();
  await page.keyboard.press('Space');
  await expect(said(page, /picked up|is over/i)).toHaveCount(1);
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(cell(page, day)).toHaveAttribute('data-over', 'false', { timeout: 200 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect(page.getByText('Failed to reschedule post. Please try again.', { exact: true })).toBeVisible();
  await expect(cell(page, day).getByRole('button', { name: /Storm warning/ })).toBeVisible();
  expect(await dueAt(api, id)).toBe(`${day} 09:00`);
});

test('a post is published by hand in the sandbox, and its page shows it once', async ({ page, api }) => {
  await openWithPost(page, api, comingDays()[0]);
  await chip(page).click();
  const dialog = page.getByRole('dialog', { name: 'Storm warning' });
  await dialog.getByRole('button', { name: 'Publish Now' }).click();
  await expect(dialog.getByText(/^Published on /)).toBeVisible();
  await dialog.getByRole('link', { name: 'See what the sandbox published' }).click();
  await expect(page.getByRole('article', { name: 'Storm warning' })).toHaveCount(1);
  expect(await api.json<SandboxPost[]>('GET', '/api/social/sandbox-posts')).toHaveLength(1);
});
