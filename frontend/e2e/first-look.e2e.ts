import { EventEmitter, once } from 'node:events';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { THEMES } from '../../scripts/lib/screens.mjs';
import { addImage, first, makeProject } from './support/content';
import { pngFile } from './support/files';
import { FIRST_LOOK } from './support/begun-app';
import { expect, test } from './support/test';

test.use({ waitsForApp: false });

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** The app's own files never come: what stands on the page is what the server drew. */
const keepScriptsAway = (page: Page) => page.route(/\/assets\/.*\.js$/, (route) => route.abort());

/** A server that has just begun, or is too busy, sends its pages without a first look. */
async function openDrawn(page: Page, address: string): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expect(page.locator(FIRST_LOOK)).toBeAttached({ timeout: 500 });
  }).toPass();
}

/** Where things stand, to the pixel. */
const placesOf = (page: Page) =>
  page
    .locator('#root :is(h1, h2, h3, header, aside, article, img, select, textarea, [data-testid="zap-balance"])')
    .evaluateAll((elements) =>
      elements.flatMap((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const isSeen = width > 1 && top < window.innerHeight && left < window.innerWidth;
        const place = [left, top, width, height].map(Math.round).join(' ');
        return isSeen ? [`${element.tagName} ${place} ${getComputedStyle(element).opacity}`] : [];
      }),
    );

test.describe('before any script has run', () => {
  test('the dashboard shows its user their projects, as they called them, and leads to them', async ({
    page,
    newUser,
    api,
  }) => {
    const title = '</style><script>document.title = "hijacked"</script>"Lamp" & co';
    const { project } = await makeProject(api, title, ['The harbour']);
    const other = await newUser('Eve');
    await makeProject(other.api, 'Of somebody else');
    await keepScriptsAway(page);
    await openDrawn(page, '/');
    await expect(page.getByRole('heading', { name: 'Your Projects' })).toBeVisible();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText('Of somebody else')).toHaveCount(0);
    expect(await page.title()).not.toBe('hijacked');
    await page.getByRole('link', { name: `Open ${title}` }).click();
    await expect(page).toHaveURL(new RegExp(`project=${project.id}`));
  });

  test('nothing can be typed into Build that would be lost', async ({ page, api }) => {
    const { project } = await makeProject(api, 'The keeper', ['The harbour', 'The lamp']);
    await keepScriptsAway(page);
    await openDrawn(page, `/?project=${project.id}&tab=build`);
    await expect(page.getByText('The harbour, seen from afar.')).toBeVisible();
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.tagName);
      expect(['A', 'BODY', 'SPAN', 'MAIN', 'DIV', 'NAV']).toContain(focused);
    }
  });

  for (const theme of THEMES) {
    test(`axe finds nothing, ${theme}`, async ({ page, api }) => {
      await page.emulateMedia({ colorScheme: theme });
      const { project } = await makeProject(api, 'The keeper', ['The harbour']);
      await keepScriptsAway(page);
      for (const address of ['/', `/?project=${project.id}&tab=build`]) {
        await openDrawn(page, address);
        const { violations } = await new AxeBuilder({ page }).disableRules('document-title').analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
      }
    });
  }
});

test.describe('the app', () => {
  for (const size of SIZES) {
    test(`takes the place of the first look, and nothing moves, at ${size.width} px`, async ({
      page,
      api,
      context,
    }) => {
      const { project, scenes } = await makeProject(api, 'The keeper', ['The harbour', 'The lamp']);
      await addImage(api, first(scenes), await pngFile('a.png', 'red'));
      await page.setViewportSize(size);
      for (const address of ['/', `/?project=${project.id}&tab=build`]) {
        const drawn = await context.newPage();
        await drawn.setViewportSize(size);
        await keepScriptsAway(drawn);
        await openDrawn(drawn, address);
        await drawn.waitForLoadState('networkidle');
        const places = await placesOf(drawn);
        expect(places.length).toBeGreaterThan(5);
        // The bar of a narrow window has no room for all tabs.
        if (address !== '/') await expect(drawn.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 });
        await drawn.close();

        await openApp(page, address);
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
        await expect.poll(() => placesOf(page)).toEqual(places);
      }
    });
  }
});

test('a link of the first look that has the focus has it in the app too', async ({ page, api }) => {
  await makeProject(api, 'The keeper', ['The harbour']);
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await opened;
    await route.continue();
  });
  await expect(async () => {
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator(FIRST_LOOK)).toBeAttached({ timeout: 500 });
  }).toPass();
  const link = page.getByRole('link', { name: 'Open The keeper' });
  await link.focus();
  gate.emit('open');
  await expect(page.locator(FIRST_LOOK)).toHaveCount(0);
  await expect(link).toBeFocused();
});

/** As a browser shows it that gets everything. */
async function openApp(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator(FIRST_LOOK)).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}
