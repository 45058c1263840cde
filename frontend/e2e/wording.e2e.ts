import type { Page } from '@playwright/test';
import { SCREENS } from '../../scripts/lib/screens.mjs';
import { faultsOf, GLOSSARY, REFUSED } from '../../scripts/lib/wording/refused.mjs';
import { addImage, addVideo, first, makeProject } from './support/content';
import { mp4File, pngFile } from './support/files';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 240_000 });

/** All that a screen says: its words line by line, and what it says of things by labels, titles and placeholders. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const said = document.body.innerText.split('\n');
    for (const element of document.querySelectorAll('[aria-label],[title],[placeholder],[alt],[aria-description]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
        said.push(element.getAttribute(name) ?? '');
    return [document.title, ...said].map((text) => text.trim()).filter((text) => text !== '');
  });

async function faultsAt(page: Page, name: string, path: string): Promise<string[]> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const texts = await textsOf(page);
  expect(texts.length, `${name} says something`).toBeGreaterThan(3);
  // The one place that says how many credits there are says at once that they are called zaps.
  const gift = 'New sign-ups start with 100 free credits. We call them zaps. No card needed.';
  return texts
    .filter((text) => text !== gift)
    .flatMap((text) => faultsOf(text, [...REFUSED, ...GLOSSARY]).map((fault) => `${name}: ${fault}`));
}

test('no screen of a visitor or a creator says what is said better elsewhere', async ({
  page,
  context,
  newUser,
  signIn,
}) => {
  const found: string[] = [];
  for (const { name, path } of SCREENS.filter(({ signedIn }) => !signedIn))
    found.push(...(await faultsAt(page, name, path)));
  const user = await newUser();
  await signIn(context, user);
  const { project, scenes } = await makeProject(user.api, 'The keeper', ['The harbour', 'The storm'], {
    story: 'At dawn Mara rowed out. The lamp had gone dark.',
  });
  await addImage(user.api, first(scenes), await pngFile('a.png', 'red'));
  await addVideo(user.api, first(scenes), await mp4File('a.mp4'));
  for (const { name, path } of SCREENS.filter(({ signedIn, staff }) => signedIn && !staff))
    found.push(...(await faultsAt(page, name, path.replace('{project}', project.id))));
  for (const view of ['projects', 'usage', 'transactions'])
    found.push(...(await faultsAt(page, `zaps-${view}`, `/credits?view=${view}`)));
  expect(found).toEqual([]);
});

test('no screen of people with roles does', async ({ page, context, signIn, staff }) => {
  await signIn(context, staff);
  const found: string[] = [];
  for (const { name, path } of SCREENS.filter(({ staff: forStaff }) => forStaff))
    found.push(...(await faultsAt(page, name, path)));
  expect(found).toEqual([]);
});
