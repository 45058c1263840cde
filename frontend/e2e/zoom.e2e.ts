import { SCREENS } from '../../scripts/lib/screens.mjs';
import { makeLongProject } from './support/long-project';
import { cutOff, overTheEdge } from './support/over-the-edge';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

/** What is left of windows of 1440 × 900 and 1280 × 800 for somebody who has zoomed in to 200 %. */
for (const viewport of [
  { width: 720, height: 450 },
  { width: 640, height: 400 },
]) {
  test.describe(`a page at 200 % in a window of ${viewport.width * 2} px`, () => {
    test.use({ viewport, deviceScaleFactor: 2 });

    test('scrolls one way only, with nothing cut off', async ({ page, api }) => {
      const projectId = await makeLongProject(api);
      const wrong: string[] = [];
      for (const { name, path } of SCREENS.filter(({ staff }) => !staff)) {
        await page.goto(path.replace('{project}', projectId));
        wrong.push(...(await overTheEdge(page, name)), ...(await cutOff(page, name)));
      }
      expect(wrong).toEqual([]);
    });

    test('has dialogs that fit, whose buttons are always at hand', async ({ page, api, workspace }) => {
      const projectId = await makeLongProject(api);
      await workspace.open(projectId, 'board');
      await workspace.card(1).getByRole('img').first().click();
      const editor = page.getByRole('dialog', { name: 'Edit Scene' });
      await expect(editor.getByRole('button', { name: 'Next scene' })).toBeInViewport({ ratio: 1 });
      await expect(editor.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
      const wrong = [...(await overTheEdge(page, 'scene')), ...(await cutOff(page, 'scene'))];
      await editor.getByRole('button', { name: 'Close' }).click();

      await workspace.showTab('Story');
      await page
        .getByRole('button', { name: /^Create Scenes/ })
        .first()
        .click();
      const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
      for (const button of ['Cancel', /^Create Scenes/]) {
        await expect(question.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 });
      }
      wrong.push(...(await overTheEdge(page, 'question')), ...(await cutOff(page, 'question')));
      expect(wrong).toEqual([]);
    });
  });
}
