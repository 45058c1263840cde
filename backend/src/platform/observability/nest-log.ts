import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Nest's own lines, and those of its `Logger`, in our log. The last parameter is their context. */
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
  // What it was that failed, in words of ours: those of the error stand in the error.
  const words = parameters.length > 1 && typeof parameters[0] === 'string' ? parameters[0] : message.message;
  return [{ ...fields, err: message }, words];
}
