import type { BrowserContext, Page } from '@playwright/test';

/** What the server drew, and only until the app has begun; the landing page has styles of another kind. */
export const FIRST_LOOK = '#root > style:not([data-emotion])';

/**
 * Lets pages be opened as somebody waits who wants to press and type: a screen can be seen before its app is there.
 * Playwright itself waits with what it presses, but keys go to whatever is there.
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
