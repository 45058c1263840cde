import type { Project, Scene } from '@storyreel/contracts';
import AxeBuilder from '@axe-core/playwright';
import { addImage, makeProject } from './support/content';
import { pngFile } from './support/files';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 240_000 });

const TITLES = ['Dawn', 'Noon', 'Dusk', 'Night', 'Storm'];
const COLOURS = ['red', 'green', 'blue', 'orange', 'purple'] as const;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('five scenes become a draft that plays, and a post that carries it', async ({
      page,
      api,
      workspace,
      browser,
    }, info) => {
      const about = { description: 'A day at the lighthouse.' };
      const { project, scenes } = await makeProject(api, 'The keeper', TITLES, about);
      for (const [at, scene] of scenes.entries()) {
        await addImage(api, scene, await pngFile(`${scene.title}.png`, COLOURS[at] ?? 'red'));
        await api.json('PATCH', `/api/scenes/${scene.id}`, {
          duration: 2,
          imagePrompt: 'A lamp',
        } satisfies Partial<Scene>);
      }
      await workspace.open(project.id, 'create');
      const strip = page.getByRole('list', { name: 'Timeline' });
      await expect(strip.getByRole('listitem')).toHaveCount(5);
      await expect(page.getByText('0:10 · 5 scenes')).toBeVisible();
      await strip.getByRole('button', { name: /^Scene 1: Dawn/ }).click();
      await page.getByRole('radio', { name: 'Fade' }).click();
      await page.getByRole('textbox', { name: 'Title Card' }).fill('The Keeper');
      const stored = () => api.json<Project>('GET', `/api/projects/${project.id}`);
      await expect
        .poll(async () => (await stored()).film)
        .toMatchObject({
          titleCard: 'The Keeper',
          scenes: [{ sceneId: scenes[0]?.id, transition: 'fade' }],
        });
      await info.attach('settings', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });
      const { violations } = await new AxeBuilder({ page }).include('#main').analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

      await page.getByRole('button', { name: /^Make the Film/ }).click();
      await expect(page.getByRole('group', { name: 'Film being made, Draft 360p' })).toBeVisible();
      await page.reload();
      const player = page.locator('video[aria-label="Film"]');
      await expect(player).toBeVisible({ timeout: 120_000 });
      // Five scenes of two seconds and a card.
      await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.duration || 0)).toBeGreaterThan(12.3);
      expect(await player.evaluate((video: HTMLVideoElement) => video.duration)).toBeLessThan(12.7);
      const played = await player.evaluate(async (video: HTMLVideoElement) => {
        video.muted = true;
        const moved = new Promise((resolve) =>
          video.addEventListener('timeupdate', () => video.currentTime > 0 && resolve(true)),
        );
        await video.play();
        await moved;
        video.pause();
        return { seconds: video.currentTime, tracks: video.textTracks.length };
      });
      expect(played.seconds).toBeGreaterThan(0);
      expect(played.tracks).toBe(1);
      expect((await stored()).completedVideoUrl).toBeNull();

      await page.getByRole('button', { name: 'Share', exact: true }).click();
      const shared = await page.getByRole('link', { name: 'View the page of the film' }).getAttribute('href');
      const visitor = await browser.newPage();
      await visitor.goto(new URL(shared ?? '', page.url()).href);
      const theirs = visitor.locator('video');
      await expect
        .poll(() => theirs.evaluate((video: HTMLVideoElement) => Math.round(video.duration || 0)))
        .toBe(Math.round(await player.evaluate((video: HTMLVideoElement) => video.duration)));
      await visitor.close();
      await info.attach('made', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });

      const versions = page.getByRole('list', { name: 'Versions' });
      await expect(versions.getByRole('listitem')).toHaveCount(1);
      await versions.getByRole('button', { name: /^Use the film .* as final video$/ }).click();
      await expect(page.locator('video[aria-label="Final video"]')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.locator('video[aria-label="Final video"]')).toBeHidden();
      await versions.getByRole('button', { name: /^Delete the film/ }).click();
      await expect(versions).toBeHidden();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(versions.getByRole('listitem')).toHaveCount(1);

      await page.getByRole('link', { name: 'Schedule', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Create New Post' })).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Post Title' })).toHaveValue('The keeper');
      await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(about.description);
      await expect(page.getByRole('switch', { name: 'Schedule for later' })).toBeChecked();
      await expect(page.getByRole('combobox', { name: 'Project Video' }).locator('option:checked')).toHaveText(
        'Film, Draft 360p: The keeper',
      );
    });
  });
}
