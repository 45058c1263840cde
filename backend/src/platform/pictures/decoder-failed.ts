import type { Trouble } from '@storyreel/ffmpeg';
import { TemporaryDomainError } from '../domain/domain-error';

const RETRY_AFTER_SECONDS = 5;

/**
 * The decoder could not be started, or ended without an answer: by its limits of memory or time, or by a crash. That says
 * nothing about the picture, so its owner is asked to try again.
 */
export class DecoderFailed extends TemporaryDomainError {
  /** Whoever decodes a picture for something larger may try it again later. */
  readonly trouble: Trouble = 'killed';

  /** @param detail what happened, for the log */
  constructor(
    readonly detail: string,
    override readonly cause?: unknown,
  ) {
    super('unavailable', "The image couldn't be checked right now. Please try again.", RETRY_AFTER_SECONDS);
  }
}
