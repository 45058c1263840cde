import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Pictures } from '../../../../../infra/media/pictures';
import { renderFilm } from '../render-film';
import type { FilmPlan } from '../film-plan';

const jobSchema = z.object({
  plan: z.custom<FilmPlan>(),
  workFolder: z.string(),
  partsFolder: z.string(),
  ffmpeg: z.string(),
});

// Main module of a process that renders the film of a job file and is killed while rendering.
const { plan, ...run } = jobSchema.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
void renderFilm(plan, {
  ...run,
  pictures: new Pictures(),
  onProgress: ({ step, done }) => console.error(`${step} ${done}`),
});
