import type { Locator } from '@playwright/test';
import { makeProject } from './support/content';
import { toastIn } from './support/pages/shell';
import { expect, test } from './support/test';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not to be seen');
  return box;
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 720, height: 450 },
  { width: 1440, height: 900 },
]) {
  test(`a toast leaves the foot of a dialog free at ${viewport.width} px`, async ({ page, api, workspace }) => {
    await page.setViewportSize(viewport);
    const { project } = await makeProject(api, 'Toasts', ['The harbour', 'The storm', 'The lamp']);
    await workspace.open(project.id, 'board');
    await workspace.card(2).getByText('Description').or(workspace.card(2).getByText('No image')).first().click();
    const dialog = page.getByRole('dialog', { name: 'Edit Scene' });
    await dialog
      .getByRole('button', { name: /^Regenerate/ })
      .first()
      .click();
    const toast = toastIn(page);
    await expect(toast).toBeVisible();
    const foot = ['Previous scene', 'Next scene'].map((name) => dialog.getByRole('button', { name }));
    for (const button of foot) {
      const [its, own] = [await boxOf(button), await boxOf(toast)];
      const isApart =
        own.y + own.height <= its.y ||
        own.y >= its.y + its.height ||
        own.x + own.width <= its.x ||
        own.x >= its.x + its.width;
      expect(isApart).toBe(true);
    }
    await expect(toast).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: 'Next scene' }).click();
    await expect(dialog).toContainText('Scene 3 of 3');
  });
}
