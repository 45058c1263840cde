import { filmKind } from './film';
import { imageKind } from './image';
import type { KindParts } from './kind-parts';
import { imageTrialKind } from './image-trial';
import { speechKind } from './speech';
import { videoKind } from './video';
import { videoTrialKind } from './video-trial';

/** Every kind of generation. Another one is a folder beside these, and a line here. */
export const kinds: KindParts[] = [imageKind, videoKind, speechKind, imageTrialKind, videoTrialKind, filmKind];
