import { castSheetKind } from './cast-sheet';
import { filmKind } from './film';
import { imageKind } from './image';
import { imageEditKind } from './image-edit';
import type { KindParts } from '../workers/kind-parts';
import { imageRerunKind } from './image/image-rerun';
import { speechKind } from './speech';
import { upscaleKind } from './upscale';
import { videoKind } from './video';
import { videoRerunKind } from './video/video-rerun';

/** All kinds of generation. A new kind needs only its folder and an entry in this list. */
export const kinds: KindParts[] = [
  imageKind,
  imageEditKind,
  upscaleKind,
  castSheetKind,
  videoKind,
  speechKind,
  imageRerunKind,
  videoRerunKind,
  filmKind,
];
