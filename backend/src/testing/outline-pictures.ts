import { Pictures } from '../infra/media/pictures';
import type { DecodeAnswer } from '../infra/media/pictures/decode-picture';
import { pictureTypeOf } from '../infra/media/pictures/picture-header';
import type { StagedNode } from './node-stage';

/**
 * Takes pictures by their outline, without the process in which each is decoded: for tests of what is done with them.
 * That they are decoded is proven beside the decoder, and on the wire by `what-providers-send`.
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

/** Lets a node of a test take pictures so. */
export function takeOutlines(node: Pick<StagedNode, 'get'>): void {
  const pictures = outlinePictures();
  Object.assign(node.get<Pictures>(Pictures), { decode: pictures.decode.bind(pictures) });
}
