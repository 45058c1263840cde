import { existsSync } from 'node:fs';
import { isExecutable, programOnPath } from './program-on-path.mjs';
import { run } from './run.mjs';

/** The headless shell first: the same engine without windows, with a third less processor time for the same pages. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Root cannot use Chromium's sandbox, and without internet access Chromium's background requests must not delay it. */
export const CHROMIUM_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export const HOW_TO_GET_ONE =
  'The browser tests need Chromium. Install one (Debian, Ubuntu: apt-get install chromium; macOS: brew install ' +
  '--cask google-chrome; anywhere: npx playwright install chromium), or name one in PLAYWRIGHT_CHROMIUM.';

/**
 * Returns a Chromium of this system: the one in PLAYWRIGHT_CHROMIUM, else one on the PATH, else null.
 * @param {Record<string, string | undefined>} env
 * @returns {string | null}
 * @throws when PLAYWRIGHT_CHROMIUM names a file that cannot be run
 */
export function systemChromium(env = process.env) {
  const named = env.PLAYWRIGHT_CHROMIUM;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`PLAYWRIGHT_CHROMIUM names ${named}, which cannot be executed.`);
  }
  return programOnPath(NAMES, env) ?? (process.platform === 'darwin' ? MAC_APPS : []).find(isExecutable) ?? null;
}

/** Returns a Chromium that Playwright has downloaded earlier, or null. */
async function playwrightChromium() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) ? file : null;
}

/** Returns an installed Chromium, or null. */
export const findChromium = async () => systemChromium() ?? (await playwrightChromium());

const isRootWithApt = () => process.getuid?.() === 0 && ['/usr/bin/apt-get', '/bin/apt-get'].some(existsSync);

const WAYS = [
  {
    says: 'Downloading Chromium (npx playwright install chromium) …',
    possible: () => true,
    steps: [{ command: 'npx', args: ['playwright', 'install', 'chromium'] }],
  },
  {
    says: 'Installing Chromium (apt-get) …',
    possible: isRootWithApt,
    steps: [
      { command: 'apt-get', args: ['update'] },
      { command: 'apt-get', args: ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'] },
    ],
  },
  {
    says: 'Installing Chromium with its window (apt-get) …',
    possible: isRootWithApt,
    steps: [{ command: 'apt-get', args: ['install', '-y', '--no-install-recommends', 'chromium'] }],
  },
];

/**
 * Finds or installs a Chromium: Playwright's own, else, as root, the system's package.
 * @returns {Promise<string>}
 * @throws with a message that says what to install
 */
export async function obtainChromium() {
  const here = await findChromium();
  if (here) return here;
  for (const { says, possible, steps } of WAYS) {
    if (!possible()) continue;
    console.log(says);
    for (const { command, args } of steps) {
      const { code } = await run(command, args, { capture: true, env: { DEBIAN_FRONTEND: 'noninteractive' } });
      if (code !== 0) break;
    }
    const found = await findChromium();
    if (found) return found;
  }
  throw new Error(HOW_TO_GET_ONE);
}
