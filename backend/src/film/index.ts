export type { FilmPlan, FilmScene } from './render/film-plan';
export { FilmProblem } from './render/film-problem';
export { type FilmProgress, renderFilm } from './render/render-film';
