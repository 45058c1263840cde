import type { Project } from '@storyreel/contracts';
import { faultsOf } from './support/axe';
import { makeProject, upload } from './support/content';
import { mp4File } from './support/files';
import { played } from './support/players';
import { expect, test } from './support/test';

const PHONE = { width: 390, height: 844 };

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a final video is watched by a person with its link, until the link is ended', async ({
  page,
  api,
  browser,
  workspace,
}) => {
  const { project } = await makeProject(api, 'The keeper of Gull Point');
  const { url } = await upload(api, await mp4File('keeper.mp4'), 'completed-video');
  const finished = { completedVideoUrl: url, completedVideoStatus: 'complete' } satisfies Partial<Project>;
  await api.json('PATCH', `/api/projects/${project.id}`, finished);
  await workspace.open(project.id, 'create');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('Link Copied', { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByText('Anyone with the link can watch.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View the page of the final video' })).toHaveAttribute(
    'href',
    new URL(link).pathname,
  );

  const theirs = await browser.newContext({ viewport: PHONE });
  const visitor = await theirs.newPage();
  await visitor.goto(link);
  await expect(visitor).toHaveTitle('The keeper of Gull Point');
  const player = visitor.locator('video');
  expect((await played(player)).size).toEqual([90, 160]);
  const maker = visitor.getByRole('link', { name: 'Made with Storyreel' });
  await expect(maker).toBeInViewport({ ratio: 1 });
  expect(await player.boundingBox()).toMatchObject({ x: 0, y: 0, width: PHONE.width });
  expect((await player.boundingBox())?.height).toBeGreaterThan(PHONE.height * 0.85);
  expect(await faultsOf(visitor, 'shared')).toEqual([]);

  await page.getByRole('button', { name: 'Stop sharing the final video' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop Sharing' }).press('Enter');
  await expect(page.getByText('Sharing stopped', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused();
  const answer = await visitor.reload();
  expect(answer?.status()).toBe(404);
  await expect(visitor.getByText('This video isn’t shared any more')).toBeVisible();
  expect(await faultsOf(visitor, 'no longer shared')).toEqual([]);
  await theirs.close();
});
