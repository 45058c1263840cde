import assert from 'node:assert/strict';
import { newCredentials } from '../lib/account.mjs';
import { isPhone } from './driver.mjs';
import { seekInClip } from './clip.mjs';

/** @typedef {import('./page.mjs').Wanted} Wanted */

const SLOW_MS = 120_000;
/** @type {(name: string | RegExp) => Wanted} */
const button = (name) => ({ role: 'button', name });
/** @type {(name: string | RegExp) => Wanted} */
const textbox = (name) => ({ role: 'textbox', name });
/** @type {Wanted} */
const DIALOG = { role: 'dialog' };
/** @type {Wanted} */
const QUESTION = { role: 'alertdialog' };
const SCENE = { role: 'region', name: /^Scene 1: / };
const CLIPS = { role: 'group', name: 'Clips' };

/**
 * Runs the steps that every creator takes, from registration to signing out, in any engine.
 * @param {{ page: import('./page.mjs').Page, url: string, size: import('./driver.mjs').Size, picture: (name: string) =>
 * Promise<void> }} where `picture` takes a screenshot
 */
export async function mainPath({ page, url, size, picture }) {
  await signUp(page, url, picture);
  await writeStory(page, picture);
  await makeScenes(page, picture);
  await makeImages(page, picture);
  await makeClip(page, picture);
  await closeDialogBesideToast(page, size, picture);
  await playOnBoard(page, picture);
  await planPosts(page, size, picture);
  assert.deepEqual(await page.uncaught(), [], 'errors that the page did not catch');
  await page.click([button('Logout')]);
  await page.see([{ role: 'link', name: 'Get Started' }]);
}

/** @typedef {import('./page.mjs').Page} Page */
/** @typedef {(name: string) => Promise<void>} Picture */

/** @param {Page} page @param {string} url @param {Picture} picture */
async function signUp(page, url, picture) {
  await page.open(url);
  await page.see([{ role: 'link', name: 'Get Started' }]);
  await picture('landing');
  await page.click([{ role: 'link', name: 'Get Started' }]);
  const form = { role: 'region', name: 'Create Account' };
  const { email, password } = newCredentials('browsers');
  await page.write([form, textbox(/^First name/)], 'Ada');
  await page.write([form, textbox('E-mail')], email);
  await page.write([form, { css: 'input[type="password"]' }], password);
  await picture('sign-up');
  await page.click([form, button('Create Account')]);
}

/** @param {Page} page @param {Picture} picture */
async function writeStory(page, picture) {
  await page.click([button('Create First Project')]);
  const story = textbox('Story');
  await page.until('the focus in the story', () => page.read([story], ([node]) => node === document.activeElement));
  await page.click([button('The Night Bus')]);
  await page.until('the example', () => page.read([story], ([node]) => node.value.startsWith('The Night Bus')));
  await expectWholeTexts(page, [story]);
  await picture('story');
}

/** @param {Page} page @param {Picture} picture */
async function makeScenes(page, picture) {
  await page.click([button('Create Scenes')]);
  await page.click([QUESTION, button('Create Scenes')]);
  await page.click([button(/^Create Descriptions/)]);
  await page.see([button('Next: Generate Images')], SLOW_MS);
  await picture('scenes');
  await page.click([button('Next: Generate Images')]);
}

/** @param {Page} page @param {Picture} picture */
async function makeImages(page, picture) {
  await page.see([SCENE]);
  await expectWholeTexts(page, [SCENE, textbox(/Prompt$|Description$/)]);
  await page.click([SCENE, button(/^Generate 4 Images/)]);
  const complete = button(/^Image \d+, complete$/);
  await page.until('four images', () => page.read([SCENE, complete], ({ length }) => length === 4), SLOW_MS);
  const third = [SCENE, button(/^Image 3,/)];
  await page.click(third);
  await page.until('the main image', () => page.read(third, ([node]) => node.getAttribute('aria-pressed') === 'true'));
  await page.until('the picture', () =>
    page.read([SCENE, { role: 'img', name: 'Image preview' }], ([node]) => node.naturalWidth > 0),
  );
  await picture('images');
}

/** @param {Page} page @param {Picture} picture */
async function makeClip(page, picture) {
  await page.click([SCENE, button(/^Generate Video/)]);
  await page.see([SCENE, CLIPS, button(/^Clip 1, complete$/)], SLOW_MS);
  await page.until('the clip to play', () =>
    page.read([SCENE, CLIPS, { css: 'video' }], ([node]) => node.currentTime > 0.2),
  );
  await picture('clip');
}

/** @param {Page} page @param {import('./driver.mjs').Size} size @param {Picture} picture */
async function closeDialogBesideToast(page, size, picture) {
  await page.click([{ role: 'tab', name: /^Scenes/ }]);
  await page.click([button('Actions for scene 1')]);
  await page.click([{ role: 'menuitem', name: 'Edit' }]);
  const images = [DIALOG, { role: 'group', name: 'Images' }];
  await page.see([...images, button(/^Image 4,/)]);
  await picture('scene-dialog');
  if (!isPhone(size)) {
    const tops = await page.read(images, ([group]) =>
      [...group.children]
        .filter((child) => getComputedStyle(child).display === 'grid')
        .flatMap((grid) => [...grid.children].map((child) => child.getBoundingClientRect().top)),
    );
    assert.equal(tops[1], tops[0], 'the preview and the slots stand side by side');
  }
  await page.click([...images, button(/^Image 1,/)]);
  await page.see([{ text: 'Main image updated' }]);
  await page.driver.press('Escape');
  await page.seeNone([DIALOG]);
}

/** @param {Page} page @param {Picture} picture */
async function playOnBoard(page, picture) {
  await page.click([{ role: 'tab', name: /^Board/ }]);
  await page.see([{ role: 'img', name: 'Scene 1' }]);
  await picture('board');
  await page.click([{ role: 'radio', name: 'Videos' }]);
  await page.click([button('Play the clip of scene 1')]);
  await seekInClip(page, [{ role: 'article', name: 'Scene 1' }, { css: 'video' }]);
  await picture('board-clip');
}

/** @param {Page} page @param {import('./driver.mjs').Size} size @param {Picture} picture */
async function planPosts(page, size, picture) {
  if (isPhone(size)) await page.click([button('Toggle sidebar')]);
  await page.click([
    { role: 'navigation', name: 'Main' },
    { role: 'link', name: 'Social' },
  ]);
  const calendar = { role: 'region', name: 'Content Calendar' };
  await page.click([calendar, button('Next month')]);
  await picture('social');
}

/** Expects that no text is cut off. @param {Page} page @param {Wanted[]} chain */
async function expectWholeTexts(page, chain) {
  const hidden = () =>
    page.read(chain, (fields) => Math.max(...fields.map((field) => field.scrollHeight - field.clientHeight)));
  await page.until('fields as high as their texts', async () => (await hidden()) <= 1);
}
