import { signInAddress } from '@storyreel/contracts';
import { Router } from 'express';
import type { RequestHandler } from 'express';

/**
 * Redirects addresses that people type or remember, such as /login, to the sign-in page with the matching form first.
 */
export function signInAddresses(): RequestHandler {
  const router = Router();
  router.get('/login', (_request, response) => response.redirect(302, signInAddress('/', 'sign-in')));
  router.get('/signup', (_request, response) => response.redirect(302, signInAddress('/')));
  return router;
}

/** Maximum length of an address to open after signing in, far longer than any of ours. */
const MAX_LENGTH = 2_000;
const HERE = 'http://here.invalid';

/**
 * Returns the address to open after signing in: the requested page, never another site or a path that is not a page.
 * Judges the address as a browser would resolve it: '/\evil.example' and '/.//evil.example' lead to other sites, too.
 */
export function addressAfter(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || asked.length > MAX_LENGTH) return '/';
  const url = URL.canParse(asked, HERE) ? new URL(asked, HERE) : null;
  if (url?.origin !== HERE || url.pathname.startsWith('//') || /^\/api(\/|$)/.test(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
