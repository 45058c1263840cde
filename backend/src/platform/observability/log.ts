import { type DestinationStream, type Logger, pino } from 'pino';
import { correlationOf } from './correlation';

const SECRET_FIELDS = ['password', 'passwordHash', 'token', 'authorization', 'cookie', 'secret', 'apiKey', 'apiToken'];

/**
 * Lines of JSON. Each carries the correlation id of the request that it was written for.
 * @param kept gets every line as well
 */
export function createPino(
  options: { logLevel: string },
  destination?: DestinationStream,
  kept?: DestinationStream,
): Logger {
  const settings = {
    level: options.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '…' },
    serializers: { err: withoutAddresses },
    mixin: () => {
      const correlationId = correlationOf();
      return correlationId === undefined ? {} : { correlationId };
    },
  };
  if (!kept) return destination ? pino(settings, destination) : pino(settings);
  const streams = [destination ?? pino.destination(1), kept].map((stream) => ({ level: 'trace' as const, stream }));
  return pino(settings, pino.multistream(streams));
}

/** An error without the address that could not be read, nor what it was read beside: either may be a secret. */
function withoutAddresses(error: Error): object {
  const { input: _input, base: _base, ...told } = pino.stdSerializers.err(error) as object as Record<string, unknown>;
  return told;
}

/** For what runs outside of Nest. */
export function createLog(
  options: { logLevel: string },
  destination?: DestinationStream,
  kept?: DestinationStream,
): {
  info(message: string): void;
  warn(error: unknown, message: string): void;
  error(error: unknown, message: string): void;
} {
  const logger = createPino(options, destination, kept);
  return {
    info: (message) => logger.info(message),
    warn: (error, message) => logger.warn({ err: plain(error) }, message),
    error: (error, message) => logger.error({ err: plain(error) }, message),
  };
}

/** A driver's errors carry their whole connection along; only what explains the error goes into the log. */
function plain(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { name, message, stack, ...(code === undefined ? {} : { code }), ...(cause ? { cause: plain(cause) } : {}) };
}
