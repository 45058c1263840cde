import path from 'node:path';
import express, { type RequestHandler, type Response } from 'express';

const NOT_PAGES = /^\/(api|socket\.io|assets)(\/|$)/;
const ONE_YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/**
 * The built front end. Files under assets/ carry a hash in their names and are kept for good; index.html is asked for
 * again each time and answers for every page address, since the front end does the routing.
 */
export function staticFiles(folder: string): RequestHandler {
  const router = express.Router();
  const assets = path.join(folder, 'assets');
  router.use('/assets', express.static(assets, { immutable: true, maxAge: ONE_YEAR_MS, index: false }));
  router.use(express.static(folder, { index: false, redirect: false, cacheControl: false, setHeaders: askAgain }));
  router.use((request, response, next) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !NOT_PAGES.test(request.path);
    if (!isPage) return next();
    askAgain(response);
    response.sendFile('index.html', { root: folder, cacheControl: false }, (error) => {
      if (error && !response.headersSent) next();
    });
  });
  return router;
}

function askAgain(response: Response): void {
  response.setHeader('cache-control', 'no-cache');
}
