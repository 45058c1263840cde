import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { AppConfig } from '../config/app-config';

const MEDIA = ["'self'", 'blob:', 'data:', 'https:'];

/** No script but our own files; styles may be inline, since emotion writes them while the page runs. */
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
    // 'no-referrer' would make browsers send 'Origin: null' with our own forms.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: overTls ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  });
}
