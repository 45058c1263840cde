import type { Page } from '@playwright/test';
import { type Screen, SCREENS } from '../../scripts/lib/screens.mjs';
import { faultsInBothThemes } from './support/axe';
import { makeLongProject, UNBROKEN } from './support/long-project';
import { cutOff, DESK, isWhole, overTheEdge, ZOOMED } from './support/over-the-edge';
import { expect, test } from './support/test';

// Three of them at once took 190 s each on two cores: axe looks at some thirty screens, twice.
test.describe.configure({ timeout: 480_000 });

const PHONE = { width: 320, height: 844 };

/** What is wrong with the screen that a page shows, in both themes and in windows of three sizes. */
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

/** For axe in both themes; nothing is ever wider than a phone, or cut off at 200 %. */
test.describe('every screen is whole and can be read by everybody', () => {
  test('of a project', async ({ page, api, workspace }) => {
    const projectId = await makeLongProject(api);
    const wrong = await wrongWithAll(page, OF_USERS.filter(isOfProject), projectId);
    await workspace.open(projectId, 'board');
    await page.getByRole('radio', { name: 'Videos' }).click();
    await expect(page.getByText('Video Selected')).toBeVisible();
    wrong.push(...(await wrongWith(page, 'project-board with videos')));
    expect(wrong).toEqual([]);
  });

  test('of a user', async ({ page, api }) => {
    const projectId = await makeLongProject(api);
    const others = OF_USERS.filter((screen) => !isOfProject(screen));
    expect(await wrongWithAll(page, others, projectId)).toEqual([]);
  });

  test('of people with roles', async ({ page, context, signIn, staff, api }) => {
    // Somebody who has spent, with an address that is wider than the window.
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

  test('of a visitor', async ({ page }) => {
    expect(
      await wrongWithAll(
        page,
        SCREENS.filter(({ signedIn }) => !signedIn),
      ),
    ).toEqual([]);
  });
});
