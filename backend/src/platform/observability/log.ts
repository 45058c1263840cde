import { type DestinationStream, type Logger, pino } from 'pino';
import { requestContext } from '../http/request-context';

const SECRET_FIELDS = ['password', 'passwordHash', 'token', 'authorization', 'cookie', 'secret', 'apiKey', 'apiToken'];

/** Lines of JSON. Each carries the correlation id of the request that it was written for. */
export function createPino(options: { logLevel: string }, destination?: DestinationStream): Logger {
  const settings = {
    level: options.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '…' },
    mixin: () => {
      const context = requestContext();
      return context ? { correlationId: context.correlationId } : {};
    },
  };
  return destination ? pino(settings, destination) : pino(settings);
}

/** For what runs outside of Nest. */
export function createLog(
  options: { logLevel: string },
  destination?: DestinationStream,
): { info(message: string): void; error(error: unknown, message: string): void } {
  const logger = createPino(options, destination);
  return {
    info: (message) => logger.info(message),
    error: (error, message) => logger.error({ err: error }, message),
  };
}
