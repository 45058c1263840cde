import { JobKind, type SpeechAsked, type SpeechMade } from '../../../storyboard';

export const speechJobs = new JobKind<SpeechAsked, SpeechMade>('speech');
