import { Logger } from '@nestjs/common';
import { LIMITS } from '@storyreel/contracts';
import { refusalOf } from '../formats';
import { createBulkhead, KeyedMutex } from '../../../lib/concurrency';
import type { DecodeAnswer, StillWish } from './decode-picture';
import { DecoderFailed, DecoderProcess } from './decoder-process';
import type { PictureHeader } from './picture-header';

/** Owners, since each of them waits with one picture at a time. */
const WAITING = 64;

export interface DecodedPicture extends PictureHeader {
  /** In the order of the wishes. */
  stills: Buffer[];
}

/** The file is no picture that can be used. The message is for people. */
export class UnusablePicture extends Error {}

const REASONS: Record<NonNullable<DecodeAnswer['problem']>, string> = {
  unreadable: "It isn't an image, or it is damaged.",
  'too many pixels': `It has more than ${LIMITS.imagePixels / 1_000_000} million pixels.`,
};

/** One for all, since it learns what a decoder takes. */
const DECODER = new DecoderProcess();

/** Decodes pictures that came from outside: few at once, whatever arrives, and each owner one after the other. */
export class Pictures {
  private readonly logger = new Logger(Pictures.name);
  private readonly decoder: Pick<DecoderProcess, 'decode'>;
  private readonly inTurn: ReturnType<typeof createBulkhead>;
  private readonly lines = new KeyedMutex();

  constructor({ atOnce = 2, decoder = DECODER }: { atOnce?: number; decoder?: Pick<DecoderProcess, 'decode'> } = {}) {
    this.decoder = decoder;
    const message = 'Many images are being checked. Please try again in a few seconds.';
    this.inTurn = createBulkhead({ atOnce, waiting: WAITING }, message, 5);
  }

  /**
   * @param read brings the bytes when it is their turn, so that what waits takes no memory
   * @throws UnusablePicture, DecoderFailed, TemporaryDomainError when too many wait, the signal's reason, or what `read` throws
   */
  decode(
    ownerId: string,
    read: () => Promise<Uint8Array>,
    { stills = [], signal }: { stills?: StillWish[]; signal?: AbortSignal } = {},
  ): Promise<DecodedPicture> {
    return this.lines.run(ownerId, () =>
      this.inTurn(async () => {
        signal?.throwIfAborted();
        const request = { bytes: await read(), maxPixels: LIMITS.imagePixels, stills };
        const answer = await this.decoder.decode(request, signal).catch((error: unknown) => {
          if (error instanceof DecoderFailed) this.logger.error(error, error.detail);
          throw error;
        });
        if (answer.problem !== null) {
          const named = answer.problem === 'unreadable' ? await refusalOf(request.bytes, 'image') : null;
          throw new UnusablePicture(named ?? REASONS[answer.problem]);
        }
        const { type, width, height } = answer;
        return { type, width, height, stills: answer.stills.map((still) => Buffer.from(still)) };
      }),
    );
  }
}
