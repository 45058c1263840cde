import { JobKind, type VideoAsked, type VideoMade } from '../../../storyboard';
import type { RerunOf } from '../../domain/trial';

/** A clip that stays beside its scene until it is kept (ADR 0038). No fold of a scene knows these events. */
export const videoReruns = new JobKind<VideoAsked & RerunOf, VideoMade>('videoTrial');
