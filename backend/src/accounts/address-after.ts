/** Far more than any address of ours takes. */
const MAX_LENGTH = 2_000;
const HERE = 'http://here.invalid';

/**
 * Where somebody goes on after signing in: the page they had asked for, never another site, nor what is no page. What
 * browsers make of an address decides, not how it is written: '/\evil.example' and '/.//evil.example' lead away too.
 */
export function addressAfter(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || asked.length > MAX_LENGTH) return '/';
  const url = URL.canParse(asked, HERE) ? new URL(asked, HERE) : null;
  if (url?.origin !== HERE || url.pathname.startsWith('//') || /^\/api(\/|$)/.test(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
