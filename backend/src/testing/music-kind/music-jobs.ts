import { JobKind } from '../../projects/storyboard';

export interface MusicAsked {
  text: string;
  voice: string;
}
export interface MusicMade {
  audioUrl: string;
}

export const musicJobs = new JobKind<MusicAsked, MusicMade>('music');
