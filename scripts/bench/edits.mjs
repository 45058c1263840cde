import { newCredentials, signInOrRegister } from '../lib/account.mjs';
import { ApiClient } from '../lib/api-client.mjs';
import { CHROMIUM_ARGS, obtainChromium } from '../lib/chromium.mjs';
import { count } from './measure.mjs';
import { makeScreenProjects } from './screen-projects.mjs';

const EDITS = 10;
const SCENES = 20;
/** Measured before a window recognised its own saves; AIM is the target. */
const BEFORE = { requests: 60, kilobytes: 4_400 };
const AIM = { requests: EDITS, kilobytes: 100 };
/** Requests for prices and models that a tab sends once, some time after it is shown. */
const OF_OPENING = /^\/api\/(costs|replicate)\//;

/**
 * Measures the network traffic of ten edits of a scene.
 * @param {{ url: string }} options
 * @returns {Promise<import('./measure.mjs').BenchRow[]>}
 */
export async function benchEdits({ url }) {
  const api = new ApiClient(url);
  await signInOrRegister(api, newCredentials('bench'), 'Bench');
  const [projectId] = await makeScreenProjects(api, [SCENES]);
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath: await obtainChromium(), args: CHROMIUM_ARGS });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await context.addCookies(api.cookies);
    const page = await context.newPage();
    await page.goto(`${url}/?project=${projectId}&tab=build`);
    const field = page.getByRole('textbox', { name: 'Video Prompt' }).first();
    await field.waitFor();
    await page.waitForLoadState('networkidle');
    /** @type {Promise<number>[]} */
    const sizes = [];
    page.on('requestfinished', (request) => {
      const isCall = ['fetch', 'xhr'].includes(request.resourceType());
      if (!isCall || OF_OPENING.test(new URL(request.url()).pathname)) return;
      sizes.push(request.sizes().then(({ requestBodySize, responseBodySize }) => requestBodySize + responseBodySize));
    });
    for (let edit = 1; edit <= EDITS; edit += 1) {
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await field.fill(`The camera goes on, take ${edit}.`);
      await saved;
    }
    // If the last push leads to a fetch, it comes within a second.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    const { requests, kilobytes } = BEFORE;
    return [
      count(`${EDITS} edits of a scene: requests, against before`, sizes.length, '', requests, requests / AIM.requests),
      count(`${EDITS} edits of a scene: sent and received`, bytes / 1_024, 'KB', kilobytes, kilobytes / AIM.kilobytes),
    ];
  } finally {
    await browser.close();
  }
}
