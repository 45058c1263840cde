import { Logger } from '@nestjs/common';
import { LIMITS } from '@storyreel/contracts';
import { refusalOf } from '../formats';
import { createBulkhead, KeyedMutex } from '../../../lib/concurrency';
import type { DecodeAnswer, StillWish } from './decode-picture';
import { DecoderFailed, DecoderProcess } from './decoder-process';
import type { PictureHeader } from './picture-header';

/** Maximum owners in the queue; each owner queues with one image at a time. */
const WAITING = 64;

export interface DecodedPicture extends PictureHeader {
  /** The stills, in the order in which they were requested. */
  stills: Buffer[];
}

/** The file is no usable image. The message is for people. */
export class UnusablePicture extends Error {}

const REASONS: Record<NonNullable<DecodeAnswer['problem']>, string> = {
  unreadable: "It isn't an image, or it is damaged.",
  'too many pixels': `It has more than ${LIMITS.imagePixels / 1_000_000} million pixels.`,
};

/** Shared, since it measures a decoder's memory once. */
const DECODER = new DecoderProcess();

/** Decodes images from outside: few at once in total, and one at a time per owner. */
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
   * @param read loads the bytes once it is their turn, so that waiting images take no memory
   * @throws UnusablePicture, DecoderFailed, TemporaryDomainError when too many wait, the signal's reason, or the error
   * of `read`
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
