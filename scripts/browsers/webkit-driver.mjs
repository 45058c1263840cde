import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Builder, Capabilities, Key, Origin } from 'selenium-webdriver';
import { freePort } from '../lib/free-port.mjs';
import { programOnPath } from '../lib/program-on-path.mjs';

/** @typedef {import('./driver.mjs').Size} Size */

const MINI_BROWSERS = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);
const DISPLAY_SIZE = '1600x1200x24';
const READY_MS = 20_000;
const KEYS = { Escape: Key.ESCAPE };

/** Starts a virtual display, because WebKitGTK cannot render without one. */
async function startDisplay() {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', DISPLAY_SIZE, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`Xvfb ended with ${code}.`);
  });
  const told = child.stdio[3];
  if (!told) throw new Error('Xvfb has no pipe.');
  const [number] = await Promise.race([once(told, 'data'), failed]);
  failed.catch(() => undefined);
  return { display: `:${String(number).trim()}`, stop: () => child.kill() };
}

/** @param {string} program @param {string} display */
async function startService(program, display) {
  const port = await freePort();
  const child = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    // X11 without a window manager or a session.
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11' },
  });
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + READY_MS; ; await pause(100)) {
    const isReady = await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { url, stop: () => child.kill() };
    if (Date.now() > end || child.exitCode !== null) throw new Error('WebKitWebDriver did not start.');
  }
}

/**
 * Sizes the window so that the viewport has the wanted size; GTK windows cannot be narrower than about 450 px.
 * @param {import('selenium-webdriver').WebDriver} driver
 * @param {Size} size
 */
async function resizePage(driver, size) {
  const inner = async () => {
    const [width = 0, height = 0] = /** @type {number[]} */ (
      await driver.executeScript('return [window.innerWidth, window.innerHeight]')
    );
    return { width, height };
  };
  const window = driver.manage().window();
  await window.setRect({ x: 0, y: 0, ...size });
  const first = await inner();
  const rect = { width: 2 * size.width - first.width, height: 2 * size.height - first.height };
  if (rect.width !== size.width || rect.height !== size.height) await window.setRect({ x: 0, y: 0, ...rect });
}

/** @param {string} program @param {Size} size @returns {Promise<import('./driver.mjs').Driver>} */
async function start(program, size) {
  const screen = await startDisplay();
  /** @type {Awaited<ReturnType<typeof startService>> | undefined} */
  let service;
  try {
    service = await startService(program, screen.display);
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {
        binary: MINI_BROWSERS.find((file) => existsSync(file)),
        args: ['--automation'],
      },
    });
    const driver = await new Builder().usingServer(service.url).withCapabilities(capabilities).build();
    await resizePage(driver, size);
    return {
      name: 'webkit',
      version: `WebKitGTK ${(await driver.getCapabilities()).getBrowserVersion()}`,
      open: (url) => driver.get(url),
      evaluate: (expression) => driver.executeScript(`return ${expression}`),
      click: (x, y) =>
        driver
          .actions({ async: true })
          .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
          .click()
          .perform(),
      type: async (text) => (await driver.switchTo().activeElement()).sendKeys(text),
      press: (key) => driver.actions({ async: true }).sendKeys(KEYS[key]).perform(),
      screenshot: async (file) => writeFile(file, await driver.takeScreenshot(), 'base64'),
      async close() {
        await driver.quit();
        service?.stop();
        screen.stop();
      },
    };
  } catch (error) {
    service?.stop();
    screen.stop();
    throw error;
  }
}

/** @type {import('./driver.mjs').Engine} */
export const webkit = {
  name: 'webkit',
  needs: 'apt-get install webkit2gtk-driver gstreamer1.0-libav xvfb',
  find: () => programOnPath(['Xvfb']) && programOnPath(['WebKitWebDriver']),
  start,
};
