import type { BrowserContext, Page } from '@playwright/test';

/** Matches the prerender until the app has started; the landing page's styles are marked differently. */
export const FIRST_LOOK = '#root > style:not([data-emotion])';

/**
 * Makes `goto` and `reload` wait for the app, since a prerendered screen is visible before it. Playwright's clicks wait
 * for the app by themselves, but key presses do not.
 */
export function waitForApps(context: BrowserContext): void {
  context.on('page', (page) => {
    const { goto, reload } = page;
    page.goto = async (...asked) => begun(page, await goto.apply(page, asked));
    page.reload = async (...asked) => begun(page, await reload.apply(page, asked));
  });
}

async function begun<T>(page: Page, answer: T): Promise<T> {
  await page.locator(FIRST_LOOK).waitFor({ state: 'detached' });
  return answer;
}
