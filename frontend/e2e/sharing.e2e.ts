import AxeBuilder from '@axe-core/playwright';
import type { Project } from '@storyreel/contracts';
import { makeProject, upload } from './support/content';
import { mp4File } from './support/files';
import { expect, test } from './support/test';

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });

    test('a final video is watched by somebody who was sent its link, until that is ended', async ({
      page,
      api,
      browser,
      workspace,
    }, info) => {
      const { project } = await makeProject(api, 'The keeper of Gull Point');
      const { url } = await upload(api, await mp4File('keeper.mp4'), 'completed-video');
      const finished = { completedVideoUrl: url, completedVideoStatus: 'complete' } satisfies Partial<Project>;
      await api.json('PATCH', `/api/projects/${project.id}`, finished);
      await workspace.open(project.id, 'create');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await expect(page.getByText('Link Copied', { exact: true })).toBeVisible();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      await page.reload();
      await expect(page.getByText('Anyone with the link can watch.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'View the page of the final video' })).toHaveAttribute(
        'href',
        new URL(link).pathname,
      );
      await info.attach('shared', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });

      const theirs = await browser.newContext({ viewport });
      const visitor = await theirs.newPage();
      await visitor.goto(link);
      await expect(visitor).toHaveTitle('The keeper of Gull Point');
      const player = visitor.locator('video');
      await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThanOrEqual(1);
      const played = await player.evaluate(async (video: HTMLVideoElement) => {
        video.muted = true;
        const moved = new Promise((resolve) => (video.ontimeupdate = () => video.currentTime > 0 && resolve(true)));
        await video.play();
        await moved;
        video.pause();
        return [video.videoWidth, video.videoHeight];
      });
      expect(played).toEqual([90, 160]);
      const box = await player.boundingBox();
      expect([box?.width, box?.height]).toEqual([viewport.width, viewport.height]);
      expect((await new AxeBuilder({ page: visitor }).analyze()).violations.map(({ id }) => id)).toEqual([]);
      await info.attach('watched', { body: await visitor.screenshot(), contentType: 'image/png' });

      await page.getByRole('button', { name: 'Stop sharing the final video' }).press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stop Sharing' }).press('Enter');
      await expect(page.getByText('Sharing stopped', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused();
      const answer = await visitor.reload();
      expect(answer?.status()).toBe(404);
      await expect(visitor.getByText('This video isn’t shared any more')).toBeVisible();
      expect((await new AxeBuilder({ page: visitor }).analyze()).violations.map(({ id }) => id)).toEqual([]);
      await info.attach('ended', { body: await visitor.screenshot(), contentType: 'image/png' });
      await theirs.close();
    });
  });
}
