export type { FilmPlan, FilmScene } from './film-plan';
export { FilmProblem } from './film-problem';
export { type FilmProgress, renderFilm } from './render-film';
