import { readdirSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler, type Response } from 'express';

const NOT_PAGES = /^\/(api|socket\.io|assets|share)(\/|$)/;
const ONE_YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
/** Suffix of the precompressed copy beside a file. */
const COMPRESSED = '.br';

/**
 * Serves the built front end. Files under assets/ have a hash in their names and are cached forever; everything else is
 * revalidated each time. All other addresses return the app's HTML page, since the front end does the routing.
 */
export function staticFiles(folder: string, page: RequestHandler): RequestHandler {
  const router = express.Router();
  const assets = path.join(folder, 'assets');
  router.use('/assets', preferCompressed(assets));
  router.use('/assets', express.static(assets, { immutable: true, maxAge: ONE_YEAR_MS, index: false }));
  router.use(express.static(folder, { index: false, redirect: false, cacheControl: false, setHeaders: askAgain }));
  router.use((request, response, next) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !NOT_PAGES.test(request.path);
    return isPage ? page(request, response, next) : next();
  });
  return router;
}

/** Serves the precompressed file to browsers that accept it. */
function preferCompressed(folder: string): RequestHandler {
  const compressed = new Set(readdirSync(folder).filter((name) => name.endsWith(COMPRESSED)));
  return (request, response, next) => {
    const file = request.path.slice(1);
    if (!compressed.has(file + COMPRESSED)) return next();
    response.vary('Accept-Encoding');
    if (request.acceptsEncodings(['br', 'identity']) !== 'br') return next();
    response.type(path.extname(file));
    response.setHeader('content-encoding', 'br');
    request.url = `/${file}${COMPRESSED}`;
    next();
  };
}

function askAgain(response: Response): void {
  response.setHeader('cache-control', 'no-cache');
}
