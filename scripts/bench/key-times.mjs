/** @typedef {import('@playwright/test').Page} Page */

/** The Event Timing API keeps quiet about what took less (ms). */
const REPORTED_FROM_MS = 16;

/** Notes, from the page's first script on, how long its keys and its long tasks take. @param {Page} page */
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
 * What was noted since the last call: from each of `pressed` keys to the next picture on the screen, and the longest
 * task of the page, all in ms.
 * @param {Page} page
 * @param {number} pressed
 */
export async function takeTimes(page, pressed) {
  const times = await page.evaluate(async () => {
    // The last key is reported after the picture that shows it.
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

/** Notes when the first element of the selector was on the screen. @param {Page} page @param {string} selector */
export const watchFor = (page, selector) =>
  page.addInitScript((wanted) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => Object.assign(window, { benchShownAt: performance.now() })));
    });
    observer.observe(document, { childList: true, subtree: true });
  }, selector);

/** Milliseconds from the start of the navigation until it was. @param {Page} page @returns {Promise<number>} */
export async function shownAfter(page) {
  const shownAt = () => /** @type {{ benchShownAt?: number }} */ (/** @type {unknown} */ (window)).benchShownAt;
  const handle = await page.waitForFunction(shownAt);
  return /** @type {number} */ (await handle.jsonValue());
}
