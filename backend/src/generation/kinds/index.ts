import { filmKind } from './film';
import { imageKind } from './image';
import type { KindParts } from './kind-parts';
import { imageRerunKind } from './image-trial';
import { speechKind } from './speech';
import { videoKind } from './video';
import { videoRerunKind } from './video-trial';

/** Every kind of generation. Another one is a folder beside these, and a line here. */
export const kinds: KindParts[] = [imageKind, videoKind, speechKind, imageRerunKind, videoRerunKind, filmKind];
