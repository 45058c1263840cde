import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { browsersInWords, buildTargets, oldestBrowsers } from '../build/browsers.mjs';
import { first, makeProject } from './support/content';
import { expect, test } from './support/test';

/** Emulates missing or different features of other browsers in Chromium. */
test('prompts are as high as their text without field-sizing, and the scene dialog has space beside a scrollbar', async ({
  page,
  api,
  workspace,
}) => {
  const { project, scenes } = await makeProject(api, 'Long', ['One']);
  await api.json('PATCH', `/api/scenes/${first(scenes).id}`, { imagePrompt: 'A lamp in the fog. '.repeat(40) });
  // As in WebKitGTK 2.50, which supports the property without any effect.
  await page.addInitScript(() => {
    const add = (): void => {
      const style = document.createElement('style');
      style.textContent = 'textarea { field-sizing: fixed !important; }';
      document.documentElement.append(style);
    };
    if (document.documentElement) add();
    else document.addEventListener('readystatechange', add, { once: true });
  });
  await workspace.open(project.id, 'build');
  const prompt = workspace.scene(1).text('Image Prompt');
  await expect(prompt).toBeVisible();
  const hidden = (): Promise<number> => prompt.evaluate((node) => node.scrollHeight - node.clientHeight);
  await expect.poll(hidden, 'pixels of the text that cannot be seen').toBeLessThanOrEqual(1);

  await workspace.showTab('Scenes');
  await page.addStyleTag({ content: '::-webkit-scrollbar { width: 17px; }' });
  await page.getByRole('button', { name: 'Actions for scene 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const images = workspace.dialog.getByRole('group', { name: 'Images', exact: true });
  await images.waitFor();
  const [preview, slots] = await images.evaluate((node) => {
    const [columns] = [...node.children].filter((child) => getComputedStyle(child).display === 'grid');
    return [...(columns?.children ?? [])].map((child) => child.getBoundingClientRect().top);
  });
  expect(slots, 'the slots stand beside the preview').toBe(preview);
});

test.describe('a phone held sideways', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 844, height: 390 } });

  test('has targets of 44 px, and fields that iOS does not zoom into', async ({ page, api, workspace }) => {
    const { project } = await makeProject(api, 'Sideways', ['One']);
    await workspace.open(project.id, 'build');
    const height = async (name: string): Promise<number> =>
      (await page.getByRole('button', { name, exact: true }).boundingBox())?.height ?? 0;
    expect(await height('Choose Images')).toBeGreaterThanOrEqual(44);
    expect(await height('Toggle sidebar')).toBeGreaterThanOrEqual(44);
    const size = await workspace
      .scene(1)
      .text('Image Prompt')
      .evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
    expect(size).toBeGreaterThanOrEqual(16);
  });
});

test.describe('an unsupported browser', () => {
  /** Replaces feature checks in the page's HTML, because no current browser can switch the features off. */
  const without = (page: Page, supports: string, instead: string) =>
    page.route('/', async (route) => {
      const answer = await route.fetch();
      const html = await answer.text();
      expect(html).toContain(supports);
      await route.fulfill({ response: answer, body: html.replaceAll(supports, instead) });
    });
  const sentence = (page: Page) => page.getByText('Your browser is too old for Storyreel');

  test('gets a message instead of an empty page, also when it cannot read the scripts', async ({ page, landing }) => {
    await landing.open();
    await expect(sentence(page), 'one that can run the app').toBeHidden();
    for (const [which, supports, instead] of [
      ['any without light-dark()', 'light-dark(red', 'not-there(red'],
      ['Firefox 120 to 124', '(content-visibility:auto) or (not (-moz-orient:inline))', '(content-visibility:never)'],
    ] as const) {
      await without(page, supports, instead);
      await page.goto('/');
      await expect(sentence(page), which).toBeVisible();
      await expect(sentence(page)).toContainText(browsersInWords());
      await expect(page.locator('#root')).toBeHidden();
      await page.unrouteAll();
    }
    await without(page, 'light-dark(red', 'not-there(red');
    await page.route('**/*.js', (route) => route.abort());
    await page.goto('/');
    await expect(sentence(page), 'without a script').toBeVisible();
  });
});

test('the list of browsers gives the oldest version of each to the build, and equals the README', async () => {
  const list = ['chrome 131', 'chrome 130', 'safari 18.5-18.6', 'ios_saf 17.6-17.7', 'ios_saf 18.0'];
  expect(oldestBrowsers(list)).toEqual([
    { target: 'chrome', word: 'Chrome', version: 130 },
    { target: 'safari', word: 'Safari', version: 18.5 },
    { target: 'ios', word: 'iOS', version: 17.6 },
  ]);
  expect(() => oldestBrowsers(['opera 100'])).toThrow('opera 100');
  expect(buildTargets()).toContain('ios17.5');
  expect(await readFile(inRoot('README.md'), 'utf8')).toContain(browsersInWords());
});
