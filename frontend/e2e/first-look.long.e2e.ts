import { EventEmitter, once } from 'node:events';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { addImage, first, makeProject } from './support/content';
import { pngFile } from './support/files';
import { FIRST_LOOK } from './support/begun-app';
import { expect, test } from './support/test';

test.use({ waitsForApp: false });

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Blocks the app's own scripts, so that the page shows only what the server prerendered. */
const keepScriptsAway = (page: Page) => page.route(/\/assets\/.*\.js$/, (route) => route.abort());

/** A server that has just started or is busy sends pages without a prerender, so this retries. */
async function openDrawn(page: Page, address: string, waitUntil: 'commit' | 'load' = 'load'): Promise<void> {
  await expect(async () => {
    await page.goto(address, { waitUntil });
    await expect(page.locator(FIRST_LOOK)).toBeAttached({ timeout: 500 });
  }).toPass();
}

/** Waits until each visible image has its size; the browser may put off loading the others indefinitely. */
const expectPictures = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        [...document.images].flatMap((image) => {
          image.loading = 'eager';
          return image.complete ? [] : [image.src];
        }),
      ),
    )
    .toEqual([]);

/** Returns the positions of the visible elements, in whole pixels. */
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

test('the dashboard shows the user’s projects before any script has run, with their titles, and keeps the focus of a link when the app begins', async ({
  page,
  newUser,
  api,
}) => {
  const title = '</style><script>document.title = "hijacked"</script>"Lamp" & co';
  const { project } = await makeProject(api, title, ['The harbour']);
  const other = await newUser('Eve');
  await makeProject(other.api, 'Of somebody else');
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await opened;
    await route.continue();
  });
  await openDrawn(page, '/', 'commit');
  await expect(page.getByRole('heading', { name: 'Your Projects' })).toBeVisible();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText('Of somebody else')).toHaveCount(0);
  expect(await page.title()).not.toBe('hijacked');
  const link = page.getByRole('link', { name: `Open ${title}` });
  await expect(link).toHaveAttribute('href', new RegExp(`project=${project.id}`));
  await link.focus();
  gate.emit('open');
  await expect(page.locator(FIRST_LOOK)).toHaveCount(0);
  await expect(link).toBeFocused();
});

test('before any script has run, Build accepts no text that would be lost, and axe finds nothing', async ({
  page,
  api,
}) => {
  const { project } = await makeProject(api, 'The keeper', ['The harbour', 'The lamp']);
  const build = `/?project=${project.id}&tab=build`;
  await keepScriptsAway(page);
  await openDrawn(page, build);
  await expect(page.getByText('The harbour, seen from afar.')).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.tagName);
    expect(['A', 'BODY', 'SPAN', 'MAIN', 'DIV', 'NAV']).toContain(focused);
  }
  const faults = async (axe: AxeBuilder) =>
    (await axe.analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]);
  for (const address of [build, '/']) {
    await page.emulateMedia({ colorScheme: 'light' });
    await openDrawn(page, address);
    expect(await faults(new AxeBuilder({ page }).disableRules('document-title')), address).toEqual([]);
    // A theme changes only colours.
    await page.emulateMedia({ colorScheme: 'dark' });
    await openDrawn(page, address);
    expect(await faults(new AxeBuilder({ page }).withRules('color-contrast')), `${address}, dark`).toEqual([]);
  }
});

test('the app replaces the prerendered page, and nothing moves', async ({ page, api, context }) => {
  const { project, scenes } = await makeProject(api, 'The keeper', ['The harbour', 'The lamp']);
  await addImage(api, first(scenes), await pngFile('a.png', 'red'));
  const drawn = await context.newPage();
  await keepScriptsAway(drawn);
  for (const size of SIZES) {
    for (const each of [page, drawn]) await each.setViewportSize(size);
    for (const address of ['/', `/?project=${project.id}&tab=build`]) {
      await openDrawn(drawn, address);
      await expectPictures(drawn);
      const places = await placesOf(drawn);
      expect(places.length).toBeGreaterThan(5);
      // In a narrow window not all tabs fit.
      if (address !== '/') await expect(drawn.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 });

      await page.goto(address);
      await expect(page.locator(FIRST_LOOK)).toHaveCount(0);
      await expectPictures(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect.poll(() => placesOf(page), `at ${size.width} px: ${address}`).toEqual(places);
    }
  }
});
