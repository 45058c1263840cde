/** @typedef {import('@playwright/test').Page} Page */

/** The Event Timing API does not report events shorter than this (ms). */
const REPORTED_FROM_MS = 16;

/** Records, from before the page's first script, the durations of key events and long tasks. @param {Page} page */
export const watchTimes = (page) =>
  page.addInitScript((durationThreshold) => {
    /** @type {{ keys: number[], tasks: number[] }} */
    const times = { keys: [], tasks: [] };
    Object.assign(window, { benchTimes: times });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') times.keys.push(duration);
    }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold, buffered: true }));
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) times.tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  }, REPORTED_FROM_MS);

/**
 * Returns the times recorded since the last call, in ms: from each of `pressed` keys to the next frame, and the page's
 * longest task.
 * @param {Page} page
 * @param {number} pressed
 */
export async function takeTimes(page, pressed) {
  const times = await page.evaluate(async () => {
    // The last key is reported only after the frame that shows it.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve));
    const { benchTimes } = /** @type {{ benchTimes: { keys: number[], tasks: number[] } }} */ (
      /** @type {unknown} */ (window)
    );
    return { keys: benchTimes.keys.splice(0), tasks: benchTimes.tasks.splice(0) };
  });
  const quick = Array.from({ length: Math.max(0, pressed - times.keys.length) }, () => REPORTED_FROM_MS);
  return { keys: [...times.keys, ...quick], longestTask: Math.max(0, ...times.tasks) };
}

/** Records when the first element of the selector appeared. @param {Page} page @param {string} selector */
export const watchFor = (page, selector) =>
  page.addInitScript((wanted) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => Object.assign(window, { benchShownAt: performance.now() })));
    });
    observer.observe(document, { childList: true, subtree: true });
  }, selector);

/**
 * Returns the milliseconds from the start of the navigation until that element appeared. @param {Page} page @returns
 * {Promise<number>}
 */
export async function shownAfter(page) {
  const shownAt = () => /** @type {{ benchShownAt?: number }} */ (/** @type {unknown} */ (window)).benchShownAt;
  const handle = await page.waitForFunction(shownAt);
  return /** @type {number} */ (await handle.jsonValue());
}
