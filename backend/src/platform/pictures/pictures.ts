import { Injectable } from '@nestjs/common';
import { LIMITS } from '@storyreel/contracts';
import { KeyedQueue } from '../commands/keyed-queue';
import { waitingLine } from '../waiting-line';
import type { DecodeAnswer, StillWish } from './decode-picture';
import { decodeInProcess } from './decoder-process';
import type { PictureHeader } from './picture-header';

const AT_ONCE = 2;
/** Owners, since each of them waits with one picture at a time. */
const WAITING = 64;

export interface DecodedPicture extends PictureHeader {
  /** JPEGs, in the order of the wishes. */
  stills: Buffer[];
}

/** The file is no picture that can be used. The message is for people. */
export class UnusablePicture extends Error {}

const REASONS: Record<NonNullable<DecodeAnswer['problem']>, string> = {
  unreadable: 'It is not a picture, or it is damaged.',
  'too many pixels': `It has more than ${LIMITS.imagePixels / 1_000_000} million pixels.`,
};

/** Decodes pictures that came from outside: few at once, whatever arrives, and each owner one after the other. */
@Injectable()
export class Pictures {
  private readonly inTurn = waitingLine(
    { atOnce: AT_ONCE, waiting: WAITING },
    'Many pictures are being checked. Please try again in a few seconds.',
    5,
  );
  private readonly lines = new KeyedQueue();

  /**
   * @param read brings the bytes when it is their turn, so that what waits takes no memory
   * @throws UnusablePicture, TemporaryDomainError, the signal's reason, or what `read` throws
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
        const answer = await decodeInProcess(request, signal);
        if (answer.problem !== null) throw new UnusablePicture(REASONS[answer.problem]);
        const { type, width, height } = answer;
        return { type, width, height, stills: answer.stills.map((still) => Buffer.from(still)) };
      }),
    );
  }
}
