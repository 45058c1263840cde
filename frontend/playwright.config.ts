import { defineConfig } from '@playwright/test';
import path from 'node:path';
import { CHROMIUM_ARGS, findChromium } from '../scripts/lib/chromium.mjs';
import { REPORTS } from '../scripts/lib/paths.mjs';

/** Folder for reports; E2E_REPORTS keeps the reports of two runs apart. */
const reports = process.env['E2E_REPORTS'] ?? REPORTS;
// When no Chromium is found, Playwright itself reports that its browser is missing.
const executablePath = (await findChromium()) ?? undefined;

/** Runs tests in a real browser, each worker against its own server: `npm test -- --only e2e`. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: process.env['E2E_LONG'] ? '**/*.long.e2e.ts' : '**/!(*.long).e2e.ts',
  outputDir: path.join(reports, 'e2e-artifacts'),
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // With two workers, two cores were idle for two fifths of the time: pages wait for their server, and the server waits
  // for jobs.
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: path.join(reports, 'e2e.json') }]],
  use: {
    launchOptions: { executablePath, args: CHROMIUM_ARGS },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    // Tracing takes a seventh of the tests' total time, and nearly all tests pass.
    trace: process.env['E2E_TRACES'] ? 'retain-on-failure' : 'off',
    actionTimeout: 10_000,
  },
});
