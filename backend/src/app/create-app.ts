import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { RequestHandler } from 'express';
import { signInAddresses } from '../accounts';
import { ErrorFilter } from '../eventsourcing/http/error.filter';
import { readYourWrites } from '../eventsourcing/http/read-your-writes.middleware';
import { LastNotified } from '../eventsourcing/push/last-notified';
import { ViewRunner } from '../eventsourcing/views/view-runner';
import type { AppConfig } from '../infra/config/app-config';
import { answerOtherUpgrades, HttpDrain, enforceMinimumThroughput } from '../infra/http/connections';
import { describeApi } from '../infra/http/openapi/describe-api';
import { summaryOf, tagOf } from './route-summaries';
import { requestContextMiddleware } from '../infra/http/request-context';
import { compressReads, keepJsonPrivate, securityHeaders } from '../infra/http/response-headers';
import { staticFiles } from '../infra/http/static-files';
import { noticeProxies } from '../infra/http/trusted-proxies';
import { SESSION_MIDDLEWARE, sessionCookieName } from '../infra/sessions';
import { createPino, Metrics, NestLog, observeRequests } from '../observability';
import { loopbackClientOf } from '../pages/loopback-client';
import { Prerenderer } from '../pages/prerender';
import { servePages } from '../pages/serve-pages';
import { AppModule } from './app.module';
import type { Runtime } from './runtime';

/**
 * Serves GET /api/openapi.json, which is built at the first request. Any OpenAPI viewer can show it; we provide none.
 */
function serveDescription(app: NestExpressApplication, config: AppConfig): void {
  const description = () => describeApi(app, sessionCookieName(config), { summaryOf, tagOf });
  SwaggerModule.setup('api', app, description, { ui: false, raw: ['json'], jsonDocumentUrl: 'api/openapi.json' });
}

/** Folder of the built front end. The relative path is the same from backend/dist and backend/src. */
const FRONTEND = resolve(__dirname, '../../../frontend/dist');

/** Builds the whole application on its runtime, ready to listen. */
export async function createApp(runtime: Runtime): Promise<NestExpressApplication> {
  const log = createPino(runtime.config, undefined, runtime.logBuffer);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.on(runtime), {
    // `BodyInterceptor` parses bodies after the guards have passed.
    bodyParser: false,
    abortOnError: false,
    // Connections left open after shutdown must not delay the exit.
    forceCloseConnections: true,
    // Nest logs every route at its start; only its warnings and errors matter.
    logger: new NestLog(log.child({}, { level: quieter(runtime.config.logLevel) })),
  });
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  if (runtime.config.trustedProxies !== undefined) app.set('trust proxy', runtime.config.trustedProxies);
  const drain = app.get(HttpDrain);
  drain.attach(app.getHttpServer());
  answerOtherUpgrades(app.getHttpServer());
  app.use(drain.middleware);
  app.use(enforceMinimumThroughput());
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
