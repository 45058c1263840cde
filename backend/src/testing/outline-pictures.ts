import { Pictures } from '../infra/media/pictures';
import type { DecodeAnswer } from '../infra/media/pictures/decode-picture';
import { pictureTypeOf } from '../infra/media/pictures/picture-header';
import type { StagedNode } from './node-stage';

/**
 * Accepts images by their headers, without a decoder process for each, in tests that do not depend on decoding.
 * Decoding is tested beside the decoder, and on the wire by `what-providers-send`.
 */
export const outlinePictures = (): Pictures =>
  new Pictures({
    decoder: {
      decode: ({ bytes, stills }) => {
        const type = pictureTypeOf(bytes);
        const answer: DecodeAnswer =
          type === null
            ? { problem: 'unreadable' }
            : { problem: null, type, width: 90, height: 160, stills: stills.map(() => bytes) };
        return Promise.resolve(answer);
      },
    },
  });

/** Makes a test's node accept images by their headers. */
export function takeOutlines(node: Pick<StagedNode, 'get'>): void {
  const pictures = outlinePictures();
  Object.assign(node.get<Pictures>(Pictures), { decode: pictures.decode.bind(pictures) });
}
