import { type FilmAsked, type FilmMade, JobKind } from '../../../storyboard';

export const filmJobs = new JobKind<FilmAsked, FilmMade>('film');
/** Who makes films, in ledgers, lists of runs and events. */
export const RENDERER = 'storyreel';
/** One at a time on each node: a film takes all the cores that it is given. */
export const FILM_QUEUE = 'films';
