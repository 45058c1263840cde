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

/** All kinds of generation. A new kind is another folder here and another line in this list. */
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
