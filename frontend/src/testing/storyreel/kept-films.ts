import type { Film, SharedLink } from '@storyreel/contracts';

/** A film; `held` is the number of zaps held for it. */
export interface KeptFilm {
  row: Film;
  held: number;
  removed: boolean;
}

/** A public link to a film or a final video, which may have been revoked. */
export interface KeptLink {
  row: SharedLink;
  ended: boolean;
}
