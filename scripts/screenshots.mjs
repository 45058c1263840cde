// `npm run screenshots`: takes every screen in two sizes and both themes, into screenshots/. `-- --server URL` uses a
// running server, otherwise one is started; `-- --only NAME` takes some screens.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { newCredentials, signInOrRegister, STAFF, STAFF_ROLES } from './lib/account.mjs';
import { ApiClient } from './lib/api-client.mjs';
import { CHROMIUM_ARGS, obtainChromium } from './lib/chromium.mjs';
import { main } from './lib/main.mjs';
import { makeStoryboard } from './lib/make-storyboard.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { inRoot } from './lib/paths.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { SCREENS, SIZES, THEMES } from './lib/screens.mjs';
import { STANDALONE } from './lib/standalone.mjs';
import { withServer } from './lib/with-server.mjs';

const { values } = readOptions('npm run screenshots [-- --server URL] [--only SCREEN]... [--out FOLDER]', {
  options: { server: { type: 'string' }, only: { type: 'string', multiple: true }, out: { type: 'string' } },
});
const folder = path.resolve(values.out ?? inRoot('screenshots'));
const screens = SCREENS.filter(({ name }) => !values.only || values.only.includes(name));

/** Makes a user with a finished project and one that has just been started. @param {string} url */
async function makeContent(url) {
  const client = new ApiClient(url);
  await signInOrRegister(client, newCredentials('pictures'), 'Ada');
  const story = readFileSync(inRoot('examples/the-lighthouse-keeper.txt'), 'utf8').trim();
  await client.json('POST', '/api/projects', { title: 'Night Train to Lisbon', description: 'A first idea' });
  const options = { story, title: 'The Keeper of Gull Point', maxScenes: 10, maxClips: 6 };
  const { projectId, failed } = await makeStoryboard(client, { ...options, report: (line) => console.log(line) });
  if (failed.length > 0) throw new Error(failed.join('\n'));
  await client.json('POST', '/api/chat', { role: 'user', content: 'What is in the storm locker?', projectId });
  await makePosts(client, projectId);
  const staff = new ApiClient(url);
  await signInOrRegister(staff, STAFF, 'Fin');
  return { client, staff, projectId };
}

/**
 * Connects two of three platforms, and makes posts in several states around today. @param {ApiClient} client @param
 * {string} projectId
 */
async function makePosts(client, projectId) {
  const connect = async (/** @type {string} */ platform, /** @type {string} */ accountName) => {
    const account = { platform, accountName, accountId: `${platform}-1`, accessToken: 'placeholder', isActive: true };
    const { id } = await client.json('POST', '/api/social/accounts', account);
    return { platform, socialAccountId: id };
  };
  const youtube = await connect('youtube', 'My YouTube Account');
  const instagram = await connect('instagram', 'My Instagram Account');
  const inDays = (/** @type {number} */ days) => new Date(Date.now() + days * 86_400_000).toISOString();
  const posts = [
    {
      ...youtube,
      title: 'The Keeper of Gull Point',
      content: 'A lamp goes dark, and somebody has to climb.',
      publishNow: true,
    },
    {
      ...instagram,
      title: 'One night, one lamp',
      content: 'Mara climbs the stairs alone for the first time.',
      publishNow: true,
    },
    {
      ...youtube,
      title: 'Behind the storyboard',
      content: 'How nine pictures became a storm.',
      scheduledAt: inDays(1),
    },
    {
      ...instagram,
      title: 'The storm locker',
      content: 'What would you have taken with you?',
      scheduledAt: inDays(1),
    },
    { ...instagram, title: 'Teaser', content: 'Thirty seconds of weather.', scheduledAt: inDays(3) },
    { ...youtube, title: 'Night train, first look', content: 'The next story begins on a platform.' },
  ];
  for (const post of posts) {
    await client.json('POST', '/api/social/posts', { ...post, hashtags: ['storyboard'], projectId });
  }
}

/**
 * Waits until there is no skeleton and no spinner, and every image in view is decoded. @param
 * {import('@playwright/test').Page} page
 */
async function settled(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => {
    const busy = document.querySelector(
      '[aria-busy="true"], [data-skeleton], [role="progressbar"][data-indeterminate]',
    );
    // A lazy image out of view does not load.
    const isInView = (/** @type {Element} */ image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      const isInWindow = top < window.innerHeight && bottom > 0 && left < window.innerWidth && right > 0;
      return isInWindow && image.checkVisibility();
    };
    const inView = [...document.images].filter(isInView);
    return !busy && inView.every((image) => image.complete) && document.fonts.status === 'loaded';
  });
}

/**
 * Takes all chosen screens in one size and theme: a visitor's, the user's, and those for roles.
 * @param {{ browser: import('@playwright/test').Browser, size: (typeof SIZES)[number], theme: (typeof THEMES)[number],
 * url: string, client: ApiClient, staff: ApiClient, projectId: string }} what
 */
async function photograph({ browser, size, theme, url, client, staff, projectId }) {
  const shown = (/** @type {boolean} */ signedIn, /** @type {true | undefined} */ forStaff) =>
    screens.filter((each) => each.signedIn === signedIn && each.staff === forStaff);
  for (const { as, those } of [
    { as: null, those: shown(false, undefined) },
    { as: client, those: shown(true, undefined) },
    { as: staff, those: shown(true, true) },
  ]) {
    const context = await browser.newContext({ viewport: size.viewport, colorScheme: theme, reducedMotion: 'reduce' });
    if (as) await context.addCookies(as.cookies);
    const page = await context.newPage();
    for (const screen of those) {
      await page.goto(url + screen.path.replace('{project}', projectId), { waitUntil: 'load' });
      await settled(page);
      const file = `${screen.name}-${size.name}-${theme}.png`;
      await page.screenshot({ path: path.join(folder, file) });
      console.log(file);
    }
    await context.close();
  }
}

requireNode();
await main(async () => {
  if (screens.length === 0) throw new Error(`--only takes ${SCREENS.map(({ name }) => name).join(', ')}.`);
  await ensureInstalled();
  const { chromium } = await import('@playwright/test');
  const executablePath = await obtainChromium();
  const home = mkdtempSync(path.join(os.tmpdir(), 'storyreel-screenshots-'));
  mkdirSync(folder, { recursive: true });
  try {
    await withServer({ url: values.server, home, env: { ...STANDALONE, ...STAFF_ROLES } }, async (url) => {
      const { client, staff, projectId } = await makeContent(url);
      const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
      try {
        for (const size of SIZES) {
          for (const theme of THEMES) await photograph({ browser, size, theme, url, client, staff, projectId });
        }
      } finally {
        await browser.close();
      }
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
