import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Returns axe's findings on the page in its present state, one readable line each. */
export async function faultsOf(page: Page, where: string, axe = new AxeBuilder({ page })): Promise<string[]> {
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}

/** Returns axe's findings in the light theme and the insufficient colour contrasts in the dark one. */
export async function faultsInBothThemes(page: Page, where: string): Promise<string[]> {
  const light = await faultsOf(page, where);
  await turn(page, 'dark');
  const dark = await faultsOf(page, `${where}, dark`, new AxeBuilder({ page }).withRules(['color-contrast']));
  await turn(page, 'light');
  return [...light, ...dark];
}

/** Changes the theme. The app follows the system's theme; a page without the app reads the theme once while loading. */
async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  if ((await page.locator('#root').count()) === 0) await page.reload();
  await expect(page.locator(`html[data-theme="${colorScheme}"]`)).toHaveCount(1);
  // Ends transitions: a colour between the two themes belongs to neither.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}
