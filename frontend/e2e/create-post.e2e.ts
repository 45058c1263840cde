import type { Locator } from '@playwright/test';
import type { Project, SandboxPost, SocialAccount, SocialPost } from '@storyreel/contracts';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { connectAccount } from './support/accounts';
import { makeProject, upload } from './support/content';
import { mp4File, pngFile } from './support/files';
import { expect, test } from './support/test';

const posts = (api: ApiClient): Promise<SocialPost[]> => api.json('GET', '/api/social/posts');

/** Makes a project with two scenes and a finished film. */
async function makeFilm(api: ApiClient): Promise<Project> {
  const { project } = await makeProject(api, 'The Keeper', ['The harbour', 'The storm'], { story: 'Mara rowed out.' });
  const { url } = await upload(api, await mp4File('keeper.mp4'), 'completed-video');
  return api.json<Project>('PATCH', `/api/projects/${project.id}`, {
    completedVideoUrl: url,
    completedVideoFilename: 'keeper.mp4',
    completedVideoStatus: 'complete',
  });
}
const isPlayable = (video: Locator) =>
  expect.poll(() => video.evaluate((node) => (node as HTMLVideoElement).readyState)).toBeGreaterThanOrEqual(1);

test.describe('a new post', () => {
  test("takes a project's film to three platforms, each post to its own account [COMPOSER-04, COMPOSER-28, COMPOSER-30, COMPOSER-31]", async ({
    page,
    api,
  }) => {
    const film = await makeFilm(api);
    const accounts: SocialAccount[] = [];
    for (const platform of ['youtube', 'instagram', 'tiktok'] as const)
      accounts.push(await connectAccount(api, platform));
    await page.goto(`/create-post?projectId=${film.id}&video=final`);
    await expect(page.getByLabel('Project Video')).toHaveValue(film.id);
    await page.getByRole('button', { name: /^YouTube/ }).click();
    await page.getByRole('button', { name: /^TikTok/ }).click();
    await page.getByLabel('Post Title').fill('The keeper is here');
    await page.getByLabel('Content', { exact: true }).fill('A lamp, a storm, a keeper.');
    await page.getByRole('textbox', { name: 'Hashtags' }).fill('#film');
    await page.getByRole('textbox', { name: 'Hashtags' }).press('Enter');
    await page.getByLabel('Mentions').fill('@mara');
    await page.getByRole('button', { name: 'Add mention' }).click();
    await page.getByLabel('Scene', { exact: true }).selectOption('2. The storm');
    await page.getByLabel('Visibility').selectOption('Unlisted');

    await page.getByRole('button', { name: 'Preview Mode' }).click();
    for (const name of ['Preview for Instagram Reels', 'Preview for YouTube', 'Preview for TikTok']) {
      const preview = page.getByRole('group', { name });
      await expect(preview).toContainText('#film');
      await isPlayable(preview.getByLabel('Video of the post'));
    }
    const { width = 0, height = 1 } =
      (await page.getByRole('group', { name: 'Preview for TikTok' }).boundingBox()) ?? {};
    expect(width / height).toBeCloseTo(9 / 16, 1);

    await page.getByRole('button', { name: 'Publish Now' }).click();
    await expect(page.getByText('Your post has been created successfully', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Edit Mode' }).click();
    await expect(page.getByLabel('Content', { exact: true })).toHaveValue('');
    const made = await posts(api);
    expect(made).toHaveLength(3);
    for (const { id, platform } of accounts) {
      expect(made.find((post) => post.platform === platform)).toMatchObject({
        socialAccountId: id,
        title: 'The keeper is here',
        content: 'A lamp, a storm, a keeper.',
        hashtags: ['TheKeeper', 'shortfilm', 'film'],
        mentions: ['mara'],
        visibility: 'unlisted',
        projectId: film.id,
        scheduledAt: null,
        selectedProjectVideo: { videoUrl: film.completedVideoUrl, videoType: 'project', videoFilename: 'keeper.mp4' },
      });
    }
    expect(made.every(({ sceneId }) => sceneId !== null)).toBe(true);
    await expect
      .poll(async () => {
        const published = await api.json<SandboxPost[]>('GET', '/api/social/sandbox-posts');
        return published.map(({ platform }) => platform).sort();
      })
      .toEqual(['instagram', 'tiktok', 'youtube']);
  });

  test('keeps its images, clips and text over a lost answer and a reload, and is sent once [COMPOSER-11, COMPOSER-31]', async ({
    page,
    api,
  }) => {
    await connectAccount(api, 'instagram');
    await page.goto('/create-post');
    const dialog = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose Images or Videos' }).click();
    await (await dialog).setFiles([await pngFile('lamp.png', 'yellow'), await mp4File('storm.mp4')]);
    await expect(page.getByRole('button', { name: 'Remove lamp.png' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove storm.mp4' })).toBeVisible();
    await page.getByLabel('Post Title').fill('The keeper');
    await page.getByLabel('Content', { exact: true }).fill('A lamp in the fog.');
    await page.route('**/api/social/posts', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      // The request reaches the server; its response is lost.
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Publish Now' }).click();
    const report = page.getByRole('status', { name: 'Outcome of the post' });
    await expect(report).toContainText("it won't be posted twice");
    expect(await posts(api)).toHaveLength(1);
    await page.unroute('**/api/social/posts');
    await page.reload();
    await page.getByRole('button', { name: 'Restore Unsaved Text' }).click();
    await expect(page.getByLabel('Content', { exact: true })).toHaveValue('A lamp in the fog.');
    await page.getByRole('button', { name: 'Publish Now' }).click();
    await expect(page.getByText('Your post has been created successfully', { exact: true })).toBeVisible();
    const [post, ...others] = await posts(api);
    expect(others).toEqual([]);
    expect(post?.mediaUrls).toHaveLength(2);
    for (const url of post?.mediaUrls ?? []) expect((await page.request.get(url)).status()).toBe(200);
  });
});
