/** CPU slowdown: a quarter of this machine's speed. */
const SLOWED = 4;
/** 'Fast 3G' as defined by Chromium's developer tools. */
const FAST_3G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1_024 * 1_024 * 0.9) / 8,
  uploadThroughput: (750 * 1_024 * 0.9) / 8,
};

/** Emulates a phone's processor and a slow line. @param {import('@playwright/test').Page} page */
export async function slowDown(page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', FAST_3G);
}
