import type { Locator, Page } from '@playwright/test';
import type { SocialPost } from '@storyreel/contracts';
import { newCredentials } from '../../scripts/lib/account.mjs';
import { connect } from './support/accounts';
import { played } from './support/players';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });
// On a phone the path is longer: the sidebar has to be opened first.
test.use({ viewport: { width: 390, height: 844 } });

const STORY = [
  'Mara climbed the lighthouse stairs at dawn. The lamp had gone out in the storm.',
  'Old Tom waited on the pier with a coil of wire. He did not say where he had found it.',
  'By evening the light burned again. Every boat came home.',
].join('\n\n');
const SCENES = 2;
/**
 * Maximum clicks from an empty account to a film scheduled on three platforms, including connecting the three accounts.
 */
const MOST_CLICKS = 32;

/** Counts clicks and taps across all pages that the window shows. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('tellClick', () => (clicks += 1));
  await page.addInitScript(() => {
    const tell = (window as unknown as { tellClick(): void }).tellClick;
    addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && tell(), { capture: true });
  });
  return () => clicks;
}

test('an empty account ends with a playable film, scheduled on three platforms', async ({
  page,
  landing,
  signInPage,
  workspace,
}) => {
  const clicks = await countClicks(page);
  const goTo = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  };
  const press = (name: string | RegExp, within: Locator | Page = page) =>
    within.getByRole('button', { name }).first().click({ timeout: 90_000 });

  await landing.open();
  await landing.getStarted.click();
  await signInPage.createAccount({ ...newCredentials('film'), firstName: 'Ada' });
  await page.getByRole('button', { name: 'Create First Project' }).waitFor();
  await goTo('Social');
  for (const name of ['YouTube', 'Instagram', 'TikTok']) await connect(page, name);
  await goTo('Projects');
  await press('Create First Project');
  await expect(workspace.story).toBeFocused();
  await workspace.story.fill(STORY);
  await workspace.createScenes();
  await press(/^Create Descriptions/);
  await press('Next: Generate Images');
  await press(/^Generate Images/);
  await expect(workspace.dialog).toContainText('included in subscription');
  await press('Generate Images', workspace.dialog);

  // The narration needs no images and is generated meanwhile.
  await workspace.showTab('Audio');
  await press(/^Narrate \d+ Scenes/);
  await press('Narrate', workspace.dialog);
  await expect(page.getByRole('button', { name: 'All Scenes Narrated' })).toBeVisible({ timeout: 120_000 });
  await workspace.showTab('Create');
  const make = page.getByRole('button', { name: /^Make the Film/ });
  await expect(make).toBeEnabled({ timeout: 120_000 });
  const blocks = page.getByRole('list', { name: 'Timeline' }).locator('> li');
  expect(await blocks.count()).toBeGreaterThanOrEqual(SCENES);
  await make.click();
  const film = page.locator('video[aria-label="Film"]');
  await expect(film).toBeVisible({ timeout: 180_000 });
  expect((await played(film)).captions).toBe(1);

  await page.getByRole('link', { name: 'Schedule', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create New Post' })).toBeVisible();
  for (const name of [/^YouTube/, /^Instagram/, /^TikTok/]) {
    const platform = page.getByRole('button', { name });
    await expect(platform).toBeEnabled();
    if ((await platform.getAttribute('aria-pressed')) !== 'true') await platform.click();
  }
  await page.getByRole('textbox', { name: 'Content' }).fill('A lamp, a storm and a coil of wire.');
  await press('Schedule Post');
  await expect(page.getByText('Your post has been created successfully', { exact: true })).toBeVisible();

  const posts = (await (await page.request.get('/api/social/posts')).json()) as SocialPost[];
  expect(posts.map(({ platform, status }) => `${platform} ${status}`).sort()).toEqual([
    'instagram scheduled',
    'tiktok scheduled',
    'youtube scheduled',
  ]);
  for (const { selectedProjectVideo } of posts) expect(selectedProjectVideo?.videoUrl).toMatch(/^\/api\/media\//);
  expect(clicks()).toBeLessThanOrEqual(MOST_CLICKS);
});
