import { signInAddress } from '@storyreel/contracts';
import { Router } from 'express';
import type { RequestHandler } from 'express';

/** What people type or remember leads to the page that signs in, with the form they mean first. */
export function signInAddresses(): RequestHandler {
  const router = Router();
  router.get('/login', (_request, response) => response.redirect(302, signInAddress('/', 'sign-in')));
  router.get('/signup', (_request, response) => response.redirect(302, signInAddress('/')));
  return router;
}

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
