import type { EventEmitter } from 'node:events';
import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { correlationOf } from '../infra/http/request-context';

const SECRET_FIELDS = ['password', 'passwordHash', 'token', 'authorization', 'cookie', 'secret', 'apiKey', 'apiToken'];

/**
 * Creates a logger that writes JSON lines, each with the correlation id of its request.
 * @param kept stream that also receives every line
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

/** Drops the invalid address and its base from an error of `URL`, since either may contain a secret. */
function withoutAddresses(error: Error): object {
  const { input: _input, base: _base, ...told } = pino.stdSerializers.err(error) as object as Record<string, unknown>;
  return told;
}

/** Creates a logger for code outside of Nest. */
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

/** Keeps only the fields that explain the error, since a driver's errors include their whole connection. */
function plain(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { name, message, stack, ...(code === undefined ? {} : { code }), ...(cause ? { cause: plain(cause) } : {}) };
}

/** Routes the lines of Nest and of its `Logger` into the product's log. The last parameter of a line is its context. */
export class NestLog implements LoggerService {
  constructor(private readonly pino: Pick<Logger, 'info' | 'warn' | 'error' | 'debug' | 'trace' | 'fatal'>) {}

  log(message: unknown, ...parameters: unknown[]): void {
    this.pino.info(...line(message, parameters));
  }

  warn(message: unknown, ...parameters: unknown[]): void {
    this.pino.warn(...line(message, parameters));
  }

  error(message: unknown, ...parameters: unknown[]): void {
    this.pino.error(...line(message, parameters));
  }

  debug(message: unknown, ...parameters: unknown[]): void {
    this.pino.debug(...line(message, parameters));
  }

  verbose(message: unknown, ...parameters: unknown[]): void {
    this.pino.trace(...line(message, parameters));
  }

  fatal(message: unknown, ...parameters: unknown[]): void {
    this.pino.fatal(...line(message, parameters));
  }
}

function line(message: unknown, parameters: unknown[]): [object, string] {
  const context = parameters.at(-1);
  const fields = typeof context === 'string' ? { context } : {};
  if (!(message instanceof Error)) return [fields, String(message)];
  // Prefer the caller's description of the failure; the error's own message is logged with the error.
  const words = parameters.length > 1 && typeof parameters[0] === 'string' ? parameters[0] : message.message;
  return [{ ...fields, err: message }, words];
}

/**
 * Logs Node's warnings, including those of libraries, as one JSON line each; Node would print them to stderr as several
 * lines of text.
 */
export function warningsInLog(log: { info(message: string): void }, from: EventEmitter = process): void {
  from.removeAllListeners('warning');
  from.on('warning', ({ name, message }: Error) => log.info(`${name}: ${message.replaceAll(/\s+/gu, ' ')}`));
}
