import { imageKind } from './image';
import type { KindParts } from './kind-parts';
import { videoKind } from './video';

/** Every kind of generation. Another one is a folder beside these, and its events in the storyboard's stream. */
export const kinds: KindParts[] = [imageKind, videoKind];
