import type { Film, SharedLink } from '@storyreel/contracts';

/** A film; `held` are its zaps. */
export interface KeptFilm {
  row: Film;
  held: number;
  removed: boolean;
}

/** A public link to a film or a final video, possibly revoked. */
export interface KeptLink {
  row: SharedLink;
  ended: boolean;
}
