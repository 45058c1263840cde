import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

const LIGHT = { theme: 'light', background: 'rgb(247, 247, 248)', colorScheme: 'light' };
const DARK = { theme: 'dark', background: 'rgb(14, 15, 17)', colorScheme: 'dark' };

/** The case with nothing stored on a light system is covered by all other tests. */
const CASES = [
  { system: 'light', stored: 'dark', shown: DARK },
  { system: 'dark', stored: null, shown: DARK },
  { system: 'dark', stored: 'light', shown: LIGHT },
] as const;

/** Theme of the page as shown, with or without the app's own scripts. */
const shownBy = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const { backgroundColor, colorScheme } = getComputedStyle(root);
    return { theme: root.dataset.theme, background: backgroundColor, colorScheme };
  });
/** Records every theme that a page has from its start. */
const noteThemes = (page: Page) =>
  page.addInitScript(() => {
    const seen: (string | undefined)[] = [];
    Object.assign(window, { seenThemes: seen });
    new MutationObserver(() => seen.push(document.documentElement?.dataset.theme)).observe(document, {
      attributes: true,
      attributeFilter: ['data-theme'],
      subtree: true,
    });
  });

for (const { system, stored, shown } of CASES) {
  test.describe(`with ${stored ?? 'no'} theme stored on a ${system} system`, () => {
    test.use({ colorScheme: system });

    test(`every page is ${shown.theme} before a script of the app has run, and never shows the other theme [SETTINGS-04, SETTINGS-05]`, async ({
      page,
      landing,
    }) => {
      if (stored !== null) {
        // Sets the storage from a file of the same origin that runs no script of its own.
        await page.goto('/favicon.svg');
        await page.evaluate((theme) => localStorage.setItem('theme', theme), stored);
      }
      await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
      await page.goto('/', { waitUntil: 'domcontentloaded' });
      expect(await shownBy(page)).toEqual(shown);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

      await page.unroute(/\/assets\/.*\.js$/);
      await noteThemes(page);
      await landing.open();
      const seen = await page.evaluate(() => (window as unknown as { seenThemes: string[] }).seenThemes);
      expect(new Set(seen)).toEqual(new Set([shown.theme]));
      expect(await shownBy(page)).toMatchObject({ theme: shown.theme, colorScheme: shown.colorScheme });

      await page.goto('/api/login');
      const { background, colorScheme } = await page.evaluate(() => {
        const { backgroundColor } = getComputedStyle(document.body);
        return { background: backgroundColor, colorScheme: getComputedStyle(document.documentElement).colorScheme };
      });
      expect({ background, colorScheme }).toEqual({ background: shown.background, colorScheme: shown.colorScheme });
    });
  });
}

test('a page whose scripts do not arrive says so after a while, and offers to reload', async ({
  page,
  context,
  signIn,
  newUser,
}) => {
  await signIn(context, await newUser());
  const cdp = await context.newCDPSession(page);
  await cdp.send('Animation.enable');
  let isAway = true;
  await page.route(/\/assets\/.*\.js$/, (route) => (isAway ? route.abort() : route.continue()));
  await page.goto('/social', { waitUntil: 'domcontentloaded' });
  const notice = page.getByText('Storyreel is taking longer than usual to load.');
  await expect(notice).toBeHidden();
  // Speeds up the notice's delay of fifteen seconds.
  await cdp.send('Animation.setPlaybackRate', { playbackRate: 100 });
  await expect(notice).toBeVisible();
  isAway = false;
  await page.getByRole('link', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { name: 'Social Media Dashboard' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
