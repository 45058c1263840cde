import { Pictures } from '../platform/pictures';
import type { DecodeAnswer } from '../platform/pictures/decode-picture';
import { pictureTypeOf } from '../platform/pictures/picture-header';

/**
 * Takes pictures by their outline, without the process in which each is decoded: for tests of what is done with them.
 * That they are decoded is proven beside the decoder, and on the wire by `what-providers-send`.
 */
export const outlinePictures = (): Pictures =>
  new Pictures({
    decoder: {
      decode: ({ bytes }) => {
        const type = pictureTypeOf(bytes);
        const answer: DecodeAnswer =
          type === null ? { problem: 'unreadable' } : { problem: null, type, width: 90, height: 160, stills: [] };
        return Promise.resolve(answer);
      },
    },
  });
