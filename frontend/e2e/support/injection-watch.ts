import type { BrowserContext, Page } from '@playwright/test';

/** When rendered as markup, this text becomes an element, requests '/x' and sets `__hit`. */
export const MARKUP = '<img src=x onerror="window.__hit=1">';

/** Records, across navigations, every sign that a user's text was interpreted as markup. */
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

/** Returns the traces that MARKUP leaves on a page that rendered it as markup. */
export const injectedInto = (page: Page) =>
  page.evaluate(() => ({
    hit: (window as unknown as { __hit?: number }).__hit,
    elements: [...document.querySelectorAll('[onerror], [src="x"]')].map(({ outerHTML }) => outerHTML),
  }));
export const NOTHING_INJECTED = { hit: undefined, elements: [] };
