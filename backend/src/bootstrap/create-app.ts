import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import { signInAddresses } from '../accounts';
import { AppModule } from '../app.module';
import { ErrorFilter } from '../platform/http/error.filter';
import { HttpDrain } from '../platform/http/http-drain';
import { compressReads } from '../platform/http/compress-reads';
import { keepJsonPrivate } from '../platform/http/keep-private';
import { steadyBodies } from '../platform/http/steady-bodies';
import { answerOtherUpgrades } from '../platform/http/other-upgrades';
import { readYourWrites } from '../platform/http/read-your-writes.middleware';
import { requestContextMiddleware } from '../platform/http/request-context';
import { securityHeaders } from '../platform/http/security-headers';
import { noticeProxies } from '../platform/http/trusted-proxies';
import { staticFiles } from '../platform/http/static-files';
import { createPino, Metrics, NestLog, observeRequests } from '../platform/observability';
import { SESSION_MIDDLEWARE, sessionCookieName } from '../platform/sessions';
import { LastNotified } from '../platform/push/last-told';
import { ViewRunner } from '../platform/views/view-runner';
import { loopbackClientOf } from './pages/ask-api';
import { Prerenderer } from './pages/first-look';
import { servePages } from './pages/serve-pages';
import type { Runtime } from './runtime';
import { serveDescription } from './serve-description';

/** The built front end, from backend/dist as from backend/src. */
const FRONTEND = resolve(__dirname, '../../../frontend/dist');

/** The whole application on its runtime, ready to listen. */
export async function createApp(runtime: Runtime): Promise<NestExpressApplication> {
  const log = createPino(runtime.config, undefined, runtime.logBuffer);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.on(runtime), {
    // `BodyInterceptor` reads bodies, after the guards.
    bodyParser: false,
    abortOnError: false,
    // Whatever is open when all has ended holds nothing up.
    forceCloseConnections: true,
    // Nest tells every route at its start; only its warnings and errors are news.
    logger: new NestLog(log.child({}, { level: quieter(runtime.config.logLevel) })),
  });
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  if (runtime.config.trustedProxies !== undefined) app.set('trust proxy', runtime.config.trustedProxies);
  const drain = app.get(HttpDrain);
  drain.attach(app.getHttpServer());
  answerOtherUpgrades(app.getHttpServer());
  app.use(drain.middleware);
  app.use(steadyBodies());
  app.use(requestContextMiddleware);
  app.use(observeRequests(log, app.get(Metrics)));
  app.use(noticeProxies(log));
  app.use(securityHeaders(runtime.config));
  app.use(compressReads());
  app.use(signInAddresses());
  if (existsSync(FRONTEND)) {
    const sessionCookie = sessionCookieName(runtime.config);
    const looks = new Prerenderer(FRONTEND, log);
    app.getHttpServer().once('close', () => looks.close());
    const page = servePages({
      folder: FRONTEND,
      sessionCookie,
      ask: loopbackClientOf(app.getHttpServer()),
      draw: looks.draw,
      told: app.get(LastNotified),
    });
    app.use(staticFiles(FRONTEND, page));
  }
  app.use(app.get<RequestHandler>(SESSION_MIDDLEWARE));
  app.use('/api', keepJsonPrivate);
  app.use('/api', readYourWrites(app.get(ViewRunner)));
  app.useGlobalFilters(new ErrorFilter());
  serveDescription(app, runtime.config);
  return app;
}

const quieter = (level: string): string => (['trace', 'debug', 'info'].includes(level) ? 'warn' : level);
