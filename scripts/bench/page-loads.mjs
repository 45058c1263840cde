import { newCredentials, signInOrRegister } from '../lib/account.mjs';
import { ApiClient } from '../lib/api-client.mjs';
import { CHROMIUM_ARGS, obtainChromium } from '../lib/chromium.mjs';
import { figuresInTurn, time } from './measure.mjs';
import { makeScreenProjects } from './screen-projects.mjs';
import { slowDown } from './slow-line.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const ROUNDS = 5;
const SCENES = 20;
const PROJECTS = 3;
/** After this long without a request (ms), nothing relevant is painted any more. */
const QUIET_MS = 1_500;

/**
 * Measured with this file before any optimisation (ms), and the targets. The slow line dominates each figure, so they
 * are comparable between machines.
 */
const SCREENS = {
  landing: { name: 'Landing', before: 5_600, aim: 2_500 },
  dashboard: { name: 'Dashboard', before: 8_300, aim: 3_500 },
  build: { name: 'Build', before: 11_700, aim: 4_500 },
};

/**
 * Measures the largest contentful paint of each screen for a first visit, with a phone's processor and a slow line.
 * @param {{ url: string }} options
 * @returns {Promise<import('./measure.mjs').BenchRow[]>}
 */
export async function benchPageLoads({ url }) {
  const api = new ApiClient(url);
  await signInOrRegister(api, newCredentials('bench'), 'Bench');
  const [projectId] = await makeScreenProjects(
    api,
    Array.from({ length: PROJECTS }, () => SCENES),
  );
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath: await obtainChromium(), args: CHROMIUM_ARGS });
  /** @param {string} address @param {boolean} signedIn */
  const visitor = (address, signedIn) => async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    if (signedIn) await context.addCookies(api.cookies);
    const page = await context.newPage();
    await slowDown(page);
    const figures = await loadOf(page, url + address);
    await context.close();
    return figures;
  };
  try {
    const contenders = {
      landing: visitor('/', false),
      dashboard: visitor('/', true),
      build: visitor(`/?project=${projectId}&tab=build`, true),
    };
    const figures = await figuresInTurn(contenders, ROUNDS);
    return /** @type {(keyof typeof SCREENS)[]} */ (Object.keys(SCREENS)).map((screen) => {
      const { name, before, aim } = SCREENS[screen];
      const { paint, files, bytes } = figures[screen];
      const arrived = `${files} files, ${Math.round(bytes / 1_024)} KB`;
      return time(`${name}: largest paint on a slow line (${arrived}), against before`, paint, before, before / aim);
    });
  } finally {
    await browser.close();
  }
}

/** @param {Page} page @param {string} address */
async function loadOf(page, address) {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) Object.assign(window, { benchPaintedAt: startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  let files = 0;
  let bytes = 0;
  let lastAt = performance.now();
  /** @type {Promise<void>[]} */
  const sizes = [];
  page.on('request', () => (lastAt = performance.now()));
  page.on('requestfinished', (request) => {
    lastAt = performance.now();
    files += 1;
    sizes.push(
      request.sizes().then(
        ({ responseBodySize, responseHeadersSize }) => void (bytes += responseBodySize + responseHeadersSize),
        () => undefined,
      ),
    );
  });
  await page.goto(address);
  // A busy main thread may paint long after the last response.
  await page.waitForFunction(() => 'benchPaintedAt' in window);
  lastAt = performance.now();
  while (performance.now() - lastAt < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 100));
  await Promise.all(sizes);
  const paint = await page.evaluate(() => /** @type {any} */ (window).benchPaintedAt);
  return { paint, files, bytes };
}
