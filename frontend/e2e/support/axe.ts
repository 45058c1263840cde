import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe finds on a page as it is, as lines for people. */
export async function faultsOf(page: Page, where: string, axe = new AxeBuilder({ page })): Promise<string[]> {
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}

/** What axe finds on a page in the light theme, and which colours of the dark one are too close to each other. */
export async function faultsInBothThemes(page: Page, where: string): Promise<string[]> {
  const light = await faultsOf(page, where);
  await turn(page, 'dark');
  const dark = await faultsOf(page, `${where}, dark`, new AxeBuilder({ page }).withRules(['color-contrast']));
  await turn(page, 'light');
  return [...light, ...dark];
}

/** The app follows the system; a page without it looks once, when it is loaded. */
async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  if ((await page.locator('#root').count()) === 0) await page.reload();
  await expect(page.locator(`html[data-theme="${colorScheme}"]`)).toHaveCount(1);
  // A colour on its way from one theme to the other belongs to neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );
}
