import { filmKind } from './film';
import { imageKind } from './image';
import type { KindParts } from '../workers/kind-parts';
import { imageRerunKind } from './image/image-rerun';
import { speechKind } from './speech';
import { videoKind } from './video';
import { videoRerunKind } from './video/video-rerun';

/** Every kind of generation. Another one is a folder beside these, and a line here. */
export const kinds: KindParts[] = [imageKind, videoKind, speechKind, imageRerunKind, videoRerunKind, filmKind];
