import { signInAddress } from '@storyreel/contracts';
import { Router, type RequestHandler } from 'express';

/** What people type or remember leads to the page that signs in, with the form they mean first. */
export function signInAddresses(): RequestHandler {
  const router = Router();
  router.get('/login', (_request, response) => response.redirect(302, signInAddress('/', 'sign-in')));
  router.get('/signup', (_request, response) => response.redirect(302, signInAddress('/')));
  return router;
}
