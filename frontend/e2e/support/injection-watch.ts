import type { BrowserContext, Page } from '@playwright/test';

/** Text that becomes an element, asks for '/x' and sets `__hit` wherever it is taken for markup. */
export const MARKUP = '<img src=x onerror="window.__hit=1">';

/** Notes, across navigations, everything that shows that text of a user was taken for something else. */
export async function watchInjection(context: BrowserContext): Promise<string[]> {
  const seen: string[] = [];
  await context.exposeBinding('noteViolation', (_source, what: string) => void seen.push(`CSP: ${what}`));
  await context.addInitScript(() => {
    const note = (window as unknown as { noteViolation(what: string): void }).noteViolation;
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      note(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  context.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) seen.push(`console: ${message.text()}`);
  });
  context.on('request', (request) => {
    const address = decodeURIComponent(new URL(request.url()).pathname);
    if (address.endsWith('/x') || address.includes('onerror')) seen.push(`request: ${request.url()}`);
  });
  return seen;
}

/** What MARKUP left on this page if it was taken for markup. */
export const injectedInto = (page: Page) =>
  page.evaluate(() => ({
    hit: (window as unknown as { __hit?: number }).__hit,
    elements: [...document.querySelectorAll('[onerror], [src="x"]')].map(({ outerHTML }) => outerHTML),
  }));
export const NOTHING_INJECTED = { hit: undefined, elements: [] };
