import compression from 'compression';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { AppConfig } from '../config/app-config';

const MEDIA = ["'self'", 'blob:', 'data:', 'https:'];

/** Allows scripts only from this server's own files; styles may be inline, since emotion inserts them at run time. */
export function securityHeaders(config: Pick<AppConfig, 'publicUrl'>): RequestHandler {
  const overTls = config.publicUrl?.startsWith('https:') ?? false;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: MEDIA,
        mediaSrc: MEDIA,
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        ...(overTls ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // 'no-referrer' would make browsers send 'Origin: null' with the app's own forms.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: overTls ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  });
}

/** Keeps JSON responses, which are for one user, out of caches unless a route says otherwise. */
export function keepJsonPrivate(_request: Request, response: Response, next: NextFunction): void {
  const json = response.json.bind(response);
  response.json = (body: unknown) => {
    if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-store');
    return json(body);
  };
  next();
}

/** Below this size compression costs more time than it saves. */
const WORTH_IT_BYTES = 4_096;

/**
 * Compresses pages, scripts and lists. Commands are skipped, since each answers with one row. Images, clips and ZIPs
 * are compressed already, so the library skips their content types.
 */
export function compressReads(): RequestHandler {
  const compress = compression({ threshold: WORTH_IT_BYTES });
  return (request, response, next) => (request.method === 'GET' ? compress(request, response, next) : next());
}
