import type { Film, SharedLink } from '@storyreel/contracts';

/** A film; `held`: zaps for it. */
export interface KeptFilm {
  row: Film;
  held: number;
  removed: boolean;
}

/** By which others can watch a film or a final video, or could. */
export interface KeptLink {
  row: SharedLink;
  ended: boolean;
}
