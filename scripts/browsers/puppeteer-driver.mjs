import { writeFile } from 'node:fs/promises';
import puppeteer from 'puppeteer-core';
import { CHROMIUM_ARGS, findChromium } from '../lib/chromium.mjs';
import { programOnPath } from '../lib/program-on-path.mjs';
import { isPhone } from './driver.mjs';

/** @typedef {import('./driver.mjs').Size} Size */

const COARSE_POINTER = 1;

/**
 * @param {'chrome' | 'firefox'} browser
 * @param {string} executablePath
 * @param {Size} size
 * @returns {Promise<import('./driver.mjs').Driver>}
 */
async function start(browser, executablePath, size) {
  const launched = await puppeteer.launch({
    browser,
    executablePath,
    ...(browser === 'chrome' && { args: CHROMIUM_ARGS }),
    ...(browser === 'firefox' && {
      extraPrefsFirefox: {
        'media.autoplay.default': 0,
        ...(isPhone(size) && {
          'ui.primaryPointerCapabilities': COARSE_POINTER,
          'ui.allPointerCapabilities': COARSE_POINTER,
        }),
      },
    }),
  });
  const page = await launched.newPage();
  await page.setViewport({
    ...size,
    ...(browser === 'chrome' && isPhone(size) && { isMobile: true, hasTouch: true }),
  });
  return {
    name: browser === 'chrome' ? 'chromium' : browser,
    version: await launched.version(),
    async open(url) {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: async (file) => writeFile(file, await page.screenshot()),
    close: () => launched.close(),
  };
}

/** @type {import('./driver.mjs').Engine} */
export const chromium = {
  name: 'chromium',
  needs: 'apt-get install chromium',
  find: findChromium,
  start: (program, size) => start('chrome', program, size),
};

/** Driven over WebDriver BiDi. @type {import('./driver.mjs').Engine} */
export const firefox = {
  name: 'firefox',
  needs: 'apt-get install firefox-esr',
  find: () => programOnPath(['firefox-esr', 'firefox']),
  start: (program, size) => start('firefox', program, size),
};
