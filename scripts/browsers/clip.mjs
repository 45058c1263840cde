import assert from 'node:assert/strict';

/**
 * Seeks in a playing clip, which must continue to play and keep its controls.
 * @param {import('./page.mjs').Page} page
 * @param {import('./page.mjs').Wanted[]} video
 */
export async function seekInClip(page, video) {
  const isPast = (/** @type {number} */ seconds) => () =>
    page.read(video, ([node], at) => node.currentTime > at && !node.paused, seconds);
  await page.until('the clip to play', isPast(0.3));
  const target = await page.read(video, ([node]) => (node.currentTime = node.duration / 2));
  await page.until('the clip to go on from where it was sought', isPast(target + 0.3));
  assert.equal(await page.read(video, ([node]) => node.controls), true, 'the controls are still there');
}
