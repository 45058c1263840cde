import { first, makeProject } from './support/content';
import { WorkspacePage } from './support/pages/workspace-page';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

test('a developer finds out why a run failed from the complaint alone, replays it, and keeps a rerun with another prompt', async ({
  page,
  context,
  newUser,
  signIn,
  staff,
  openWindow,
}) => {
  const mara = await newUser('Mara');
  const { project, scenes } = await makeProject(mara.api, 'The Keeper', ['The harbour']);
  const imagePrompt = 'A storm over the pier [sandbox:fail]';
  await mara.api.json('PATCH', `/api/scenes/${first(scenes).id}`, { imagePrompt });
  const hers = await openWindow(mara);
  const workspace = new WorkspacePage(hers);
  await workspace.open(project.id, 'build');
  const scene = workspace.scene(1);
  await scene.generateImages.click();
  await expect(scene.root.getByText('Images failed')).toBeVisible({ timeout: 60_000 });

  // The developer knows only the creator's address and that the images failed.
  await signIn(context, staff);
  await page.goto('/runs');
  await page.getByRole('textbox', { name: 'Creator' }).fill(mara.email);
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Failed (1)' }).click();
  const row = page.getByRole('table', { name: 'Runs' }).getByRole('row').filter({ hasText: 'The Keeper' });
  // The list shows its earlier rows until the filtered ones have arrived.
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('asked to fail');
  await row.getByRole('link').click();

  await expect(page.getByRole('heading', { name: 'Images for The Keeper' })).toBeVisible();
  await expect(page.getByText(imagePrompt)).toBeVisible();
  const address = page.url();
  await page.getByRole('tab', { name: 'Replay' }).click();
  await page.getByRole('button', { name: 'Replay with Today’s Code' }).click();
  await expect(page.getByText('Today’s code decides the same.')).toBeVisible();

  await page.getByRole('button', { name: 'Run Again…' }).click();
  const again = page.getByRole('dialog', { name: 'Run Again' });
  await again.getByRole('textbox', { name: 'Prompt' }).fill('A calm sea below the pier');
  await again.getByRole('button', { name: /^Run Again/ }).click();
  await expect(page.getByText('Complete', { exact: true })).toBeVisible({ timeout: 60_000 });
  expect(page.url()).not.toBe(address);
  await expect(scene.images.complete, 'nothing changes for the creator').toHaveCount(0);

  await page.getByRole('button', { name: 'Compare with the First Run' }).click();
  const right = page.getByRole('region', { name: 'Right' });
  await expect(page.getByRole('region', { name: 'Left' }).getByText('storm over')).toBeVisible();
  await expect(right.getByText('calm sea below')).toBeVisible();
  const picture = right.getByRole('img', { name: 'Image 1' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await right.getByRole('button', { name: 'Keep Right' }).click();
  await expect(right.getByRole('button', { name: 'Undo Keep' })).toBeVisible();

  await expect(scene.images.complete, 'the open window of the creator hears of it').toHaveCount(4);
  await scene.images.expectPictureShown();
});
