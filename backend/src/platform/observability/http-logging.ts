import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Params } from 'nestjs-pino';
import { requestContext } from '../http/request-context';
import { createPino } from './log';
import { safeUrl } from './safe-url';

/** Asked every few seconds by machines. */
const UNLOGGED = /^\/api\/(health|ready|metrics)(\?|$)/;

/** One line a request. Headers and bodies are never logged. */
export const httpLogging = (config: { logLevel: string }): Params => ({
  // Nest's and Express's own wildcard syntax differ; a bare slash stands for everything in both.
  forRoutes: ['/'],
  pinoHttp: {
    logger: createPino(config),
    genReqId: () => requestContext()?.correlationId ?? '',
    customAttributeKeys: { reqId: 'requestId' },
    quietReqLogger: true,
    autoLogging: { ignore: (request: IncomingMessage) => UNLOGGED.test(originalUrl(request)) },
    customLogLevel: (_: IncomingMessage, response: ServerResponse, error?: Error) =>
      error || response.statusCode >= 500 ? 'error' : 'info',
    serializers: {
      req: (request: { method: string; url: string }) => ({ method: request.method, url: safeUrl(request.url) }),
      res: (response: { statusCode: number }) => ({ statusCode: response.statusCode }),
    },
  },
});

const originalUrl = (request: IncomingMessage & { originalUrl?: string }): string =>
  request.originalUrl ?? request.url ?? '';
