import { type ImagesAsked, type ImagesMade, JobKind } from '../../../storyboard';
import type { RerunOf } from '../../domain/trial';

/** Images that stay beside their scene until they are kept (ADR 0038). No fold of a scene knows these events. */
export const imageReruns = new JobKind<ImagesAsked & RerunOf, ImagesMade>('imageTrial');
