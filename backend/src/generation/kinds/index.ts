import { imageKind } from './image';
import type { KindParts } from './kind-parts';
import { videoKind } from './video';

/** Every kind of generation. Another one is a folder beside these, and a line here. */
export const kinds: KindParts[] = [imageKind, videoKind];
