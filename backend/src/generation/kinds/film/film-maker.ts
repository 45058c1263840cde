import type { GenerationJob, FilmAsked, FilmMade } from '../../../storyboard';

export interface FilmOrder {
  job: GenerationJob<FilmAsked>;
  ownerId: string;
  signal: AbortSignal;
  /** Of the whole, 0 to 1, and what is being done. */
  onProgress: (progress: number, step: string) => void;
}

/** Makes a film and keeps its files. */
export interface FilmMaker {
  /** @throws GenerationFailed for what no other attempt would mend */
  make(order: FilmOrder): Promise<FilmMade>;
}
export const FILM_MAKER = Symbol('FilmMaker');
