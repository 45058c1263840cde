import type { EventEmitter } from 'node:events';

/**
 * Node writes its own warnings, and those of libraries, to the error output as words over several lines; the log has one
 * line of JSON for each instead.
 */
export function warningsInLog(log: { info(message: string): void }, from: EventEmitter = process): void {
  from.removeAllListeners('warning');
  from.on('warning', ({ name, message }: Error) => log.info(`${name}: ${message.replaceAll(/\s+/gu, ' ')}`));
}
