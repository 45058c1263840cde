import { JobKind } from '../../storyboard';

export interface SpeechAsked {
  text: string;
  voice: string;
}
export interface SpeechMade {
  audioUrl: string;
}

export const speechJobs = new JobKind<SpeechAsked, SpeechMade>('speech');
