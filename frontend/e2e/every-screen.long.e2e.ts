import type { Page } from '@playwright/test';
import { type Screen, SCREENS } from '../../scripts/lib/screens.mjs';
import { faultsInBothThemes } from './support/axe';
import { makeLongProject, UNBROKEN } from './support/long-project';
import { cutOff, DESK, isWhole, overTheEdge, ZOOMED } from './support/over-the-edge';
import { expect, test } from './support/test';

// axe scans some thirty screens twice; three such tests in parallel took 190 s each on two cores.
test.describe.configure({ timeout: 480_000 });

const PHONE = { width: 320, height: 844 };

/** Returns the faults of a screen in both themes and at three window sizes. */
async function wrongWith(page: Page, name: string): Promise<string[]> {
  await isWhole(page);
  const wrong = await faultsInBothThemes(page, name);
  await page.setViewportSize(ZOOMED);
  wrong.push(...(await overTheEdge(page, `${name} at 200 %`)), ...(await cutOff(page, `${name} at 200 %`)));
  await page.setViewportSize(PHONE);
  wrong.push(...(await overTheEdge(page, `${name} on a phone`)));
  await page.setViewportSize(DESK);
  return wrong;
}

async function wrongWithAll(page: Page, screens: readonly Screen[], projectId = ''): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, path } of screens) {
    await page.goto(path.replace('{project}', projectId));
    wrong.push(...(await wrongWith(page, name)));
  }
  return wrong;
}

const OF_USERS = SCREENS.filter(({ signedIn, staff }) => signedIn && !staff);
const isOfProject = ({ path }: Screen) => path.startsWith('/?project=');

/** axe finds nothing in either theme; nothing is wider than a phone's window or cut off at 200 % zoom. */
test.describe('every screen is whole and accessible', () => {
  test('for a project', async ({ page, api, workspace }) => {
    const projectId = await makeLongProject(api);
    const wrong = await wrongWithAll(page, OF_USERS.filter(isOfProject), projectId);
    await workspace.open(projectId, 'board');
    await page.getByRole('radio', { name: 'Videos' }).click();
    await expect(page.getByText('Video Selected')).toBeVisible();
    wrong.push(...(await wrongWith(page, 'project-board with videos')));
    expect(wrong).toEqual([]);
  });

  test('for a user', async ({ page, api }) => {
    const projectId = await makeLongProject(api);
    const others = OF_USERS.filter((screen) => !isOfProject(screen));
    expect(await wrongWithAll(page, others, projectId)).toEqual([]);
  });

  test('for people with roles', async ({ page, context, signIn, staff, api }) => {
    // A user with transactions, whose email address is wider than the window.
    const projectId = await makeLongProject(api);
    await api.postOnce('/api/ai/generate/continuity', { story: UNBROKEN, projectId });
    await signIn(context, staff);
    expect(
      await wrongWithAll(
        page,
        SCREENS.filter(({ staff: forStaff }) => forStaff),
      ),
    ).toEqual([]);
  });

  test('for a visitor', async ({ page }) => {
    expect(
      await wrongWithAll(
        page,
        SCREENS.filter(({ signedIn }) => !signedIn),
      ),
    ).toEqual([]);
  });
});
