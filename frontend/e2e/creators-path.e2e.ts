import { newCredentials } from '../../scripts/lib/account.mjs';
import { expect, test } from './support/test';

test.describe('a creator who signs up', () => {
  test('is led from the account to described scenes, one yellow button after the other', async ({
    page,
    landing,
    signInPage,
    dashboard,
    workspace,
  }) => {
    await landing.open();
    await landing.getStarted.click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Create Account');
    const isSetInInter = () =>
      page.evaluate(async () => (await document.fonts.load('16px "Inter Variable"')).length > 0);
    expect(await isSetInInter(), 'the typeface of the product').toBe(true);
    await signInPage.createAccount({ ...newCredentials('path'), firstName: 'Ada' });

    await page.getByRole('button', { name: 'Create First Project' }).click();
    await expect(workspace.story).toBeFocused();
    await page.getByRole('button', { name: 'The Night Bus' }).click();
    await expect(workspace.story).toHaveValue(/^The Night Bus/);
    await expect(workspace.title).toHaveValue('The Night Bus');

    await workspace.createScenes();
    await expect(page).toHaveURL(/tab=scenes/);
    const yellow = page.locator('main [data-variant="primary"]');
    await expect(yellow).toHaveCount(1);
    await expect(yellow).toHaveText(/^Create Descriptions[\d.]+ zaps$/);
    await expect(page.getByRole('tab', { name: 'Scenes' })).toBeFocused();
    await yellow.click();
    const next = page.getByRole('button', { name: 'Next: Generate Images' });
    await next.click({ timeout: 60_000 });
    await expect(page).toHaveURL(/tab=build/);
    await expect(page.getByRole('tab', { name: 'Build' })).toBeFocused();
    await expect(yellow).toHaveText(/^Generate Images/);

    await page.goBack();
    await expect(page.getByRole('tab', { name: 'Scenes' })).toHaveAttribute('aria-selected', 'true');
    await page.reload();
    await expect(workspace.title, 'the title is kept').toHaveValue('The Night Bus');
    await page.goto('/');
    await dashboard.newProject.waitFor();
  });
});

test.describe('an address', () => {
  test('that somebody asks for opens after signing in', async ({ page, newUser, signInPage }) => {
    const user = await newUser();
    const { id } = await user.api.json<{ id: string }>('POST', '/api/projects', { title: 'Deep' });
    await page.goto(`/?project=${id}&tab=audio`);
    await page.getByRole('link', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Sign In');
    await signInPage.signIn({ ...user, password: 'not the one' });
    await expect(signInPage.alert).toBeVisible();
    await signInPage.signIn(user);
    await expect(page.getByRole('tab', { name: 'Audio' })).toHaveAttribute('aria-selected', 'true');
    expect(new URL(page.url()).search).toContain(id);

    await page.goto('/login');
    await expect(page).toHaveURL('/');
    await page.goto('/projects');
    await expect(page).toHaveURL('/');
    await page.goto('/credits?view=transactions');
    await expect(page.getByRole('tab', { name: 'Transactions' })).toHaveAttribute('aria-selected', 'true');
  });

  test('/login and /signup lead to their forms', async ({ page }) => {
    for (const [address, first] of [
      ['/login', 'Sign In'],
      ['/signup', 'Create Account'],
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(first);
    }
  });
});

test.describe('what was done by mistake', () => {
  test('comes back: both of two deleted scenes, with the focus on what is next', async ({ page, api, workspace }) => {
    const { id: projectId } = await api.json<{ id: string }>('POST', '/api/projects', { title: 'Undo' });
    for (const title of ['Dawn', 'Noon', 'Dusk']) await api.json('POST', '/api/scenes', { projectId, title });
    await workspace.open(projectId, 'scenes');
    const menu = (number: number) => page.getByRole('button', { name: `Actions for scene ${number}` });
    for (const left of [2, 1]) {
      await menu(1).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('button', { name: /^Actions for scene/ })).toHaveCount(left);
      await expect(menu(1)).toBeFocused();
    }
    await page.getByRole('button', { name: 'Undo All' }).click();
    await expect(page.getByRole('button', { name: /^Actions for scene/ })).toHaveCount(3);
  });
});

test.describe('a clip', () => {
  test('is seen being made at its button and in the badge, and plays when it is ready', async ({
    page,
    api,
    workspace,
  }) => {
    const story = 'At dawn Mara rowed out to the lighthouse.';
    const { id: projectId } = await api.json<{ id: string }>('POST', '/api/projects', { title: 'Clip', story });
    await api.json('POST', '/api/scenes', { projectId, title: 'Dawn', imagePrompt: 'Sea' });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await workspace.open(projectId, 'build');
    const scene = workspace.scene(1);
    await scene.generateImages.click();
    await expect(scene.images.complete).toHaveCount(4, { timeout: 60_000 });
    await scene.generateVideo.click();
    await expect(page.getByRole('button', { name: /^Making your clip… \d+:\d\d/ })).toBeDisabled();
    await expect(scene.videos.complete).toHaveCount(1, { timeout: 90_000 });
    await expect(scene.videos.preview).toBeInViewport();
    await expect
      .poll(() => scene.videos.preview.evaluate((video) => (video as HTMLVideoElement).currentTime))
      .toBeGreaterThan(0);
  });
});
