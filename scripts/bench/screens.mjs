import { newCredentials, signInOrRegister } from '../lib/account.mjs';
import { ApiClient } from '../lib/api-client.mjs';
import { CHROMIUM_ARGS, obtainChromium } from '../lib/chromium.mjs';
import { shownAfter, takeTimes, watchFor, watchTimes } from './key-times.mjs';
import { figuresInTurn, p95, time } from './measure.mjs';
import { makeScreenProjects } from './screen-projects.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const MANY = 500;
const FEW = 20;
const ROUNDS = 3;
/** CPU slowdown, so that slow code shows above the 16 ms of a frame. */
const SLOWED = 4;
/** The large project may be at most 1.5 times as slow. */
const AIM = 1 / 1.5;
const SENTENCE = 'The lamp had gone dark at dawn. ';
const ROW = { scenes: 'tr[data-index]', build: '[data-index] textarea' };

/**
 * Measures the screens of a project of 500 scenes with images against the screens of a project of 20.
 * @param {{ url: string }} options
 * @returns {Promise<import('./measure.mjs').BenchRow[]>}
 */
export async function benchScreens({ url }) {
  const api = new ApiClient(url);
  await signInOrRegister(api, newCredentials('bench'), 'Bench');
  const [few, many] = await makeScreenProjects(api, [FEW, MANY]);
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath: await obtainChromium(), args: CHROMIUM_ARGS });
  /** @param {string | undefined} projectId @param {keyof typeof ROW} tab @param {Visit} visit */
  const visitor = (projectId, tab, visit) => async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await context.addCookies(api.cookies);
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await watchTimes(page);
    await watchFor(page, ROW[tab]);
    await page.goto(`${url}/?project=${projectId}&tab=${tab}`);
    const opened = await shownAfter(page);
    await page.waitForLoadState('networkidle');
    const figures = await visit(page);
    await context.close();
    return /** @type {Record<string, number>} */ ({ opened, ...figures });
  };
  try {
    const rows = [];
    for (const [tab, visit] of /** @type {const} */ ([
      ['scenes', visitScenes],
      ['build', visitBuild],
    ])) {
      const contenders = { many: visitor(many, tab, visit), few: visitor(few, tab, visit) };
      const figures = await figuresInTurn(contenders, ROUNDS);
      for (const [name, value] of Object.entries(figures.many)) {
        rows.push(time(`${NAMES[tab][name]}, ${MANY} scenes against ${FEW}`, value, figures.few[name] ?? 0, AIM));
      }
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** @typedef {(page: Page) => Promise<Record<string, number>>} Visit */

/** @type {Record<keyof typeof ROW, Record<string, string>>} */
const NAMES = {
  scenes: {
    opened: 'Scenes: address to first row',
    typing: 'Scenes: key to picture while typing a description, p95',
    dragging: 'Scenes: key to picture while dragging a row, p95',
  },
  build: {
    opened: 'Build: address to first field',
    first: 'Build: first key to picture after a jump to the middle',
    typing: 'Build: key to picture while typing a description, p95',
  },
};

/** Presses keys, waiting for each to be shown. @param {Page} page @param {Iterable<string>} keys */
async function press(page, keys) {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  }
}

/** @type {Visit} */
async function visitScenes(page) {
  const words = page.locator('button[aria-description="Description of scene 2"]');
  await words.click();
  await takeTimes(page, 0);
  await press(page, SENTENCE);
  const typing = await takeTimes(page, SENTENCE.length);
  await page.keyboard.press('Escape');
  // The focus returns to the text's button a frame later, which would take it from a handle that was focused before.
  await words.and(page.locator(':focus')).waitFor();

  await page.getByRole('button', { name: 'Move scene 1', exact: true }).focus();
  await takeTimes(page, 0);
  await page.keyboard.press('Space');
  await page.locator('tr[data-dragged="true"]').waitFor();
  const steps = Array.from({ length: 60 }, () => 'ArrowDown');
  await press(page, steps);
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/scenes/reorder'));
  await page.keyboard.press('Space');
  const dragging = await takeTimes(page, steps.length + 2);
  await saved;
  return { typing: p95(typing.keys), dragging: p95(dragging.keys) };
}

/** @type {Visit} */
async function visitBuild(page) {
  const field = page.getByRole('textbox', { name: 'Scene Description' });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await field.nth(1).focus();
  await takeTimes(page, 0);
  await page.keyboard.press('a');
  const first = await takeTimes(page, 1);
  /** @type {number[]} */
  const keys = [];
  // Types in bursts, so that the response to each save arrives while the next burst is typed.
  for (let burst = 0; burst < 3; burst += 1) {
    await press(page, SENTENCE);
    keys.push(...(await takeTimes(page, SENTENCE.length)).keys);
    await page.waitForRequest((request) => request.method() === 'PATCH');
  }
  return { first: p95(first.keys), typing: p95(keys) };
}
