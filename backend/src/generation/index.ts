import { kinds } from './kinds';
import { closePaidWorkReactor } from './workers/close-paid-work';

export { decideFail } from './domain/job-steps';
export { filmJobView, FilmQueries, type MadeFilm } from './kinds/film/film-job.view';
export { editOf, mediaOfEdit, type EditPicture, type EditSound, type FilmEdit } from './kinds/film/film-edit';
export { frameSize, type FrameSize } from './kinds/film/renderer/film-plan';
export { setFont as setCaptionFont } from './kinds/film/renderer/fonts';
export { wrap as wrapText } from './kinds/film/renderer/text-drawing';
export { filmJobs } from './kinds/film/film-job';
export { FilmRequests, musicOfFilm, sceneOfFilm } from './kinds/film/film-requests';
export { ImageRequests } from './kinds/image/image-requests';
export { SPEECHES_AT_ONCE } from './kinds/speech/run-speech-job';
export type { KnownVoices } from './kinds/speech/voices';
export { SpeechRequests } from './kinds/speech/speech-requests';
export { VideoRequests } from './kinds/video/video-requests';
export { BATCH_JOB_ENDED_QUEUE } from './workers/close-paid-work';
export { kinds as generationParts } from './kinds';
export { GenerationReplay } from './replay/replay-generation';
export type { Explains, PricedBy } from './workers/kind-parts';
export { RerunRequests } from './kinds/rerun-requests';
export { GenerationModule } from './generation.module';

export const generationKinds = kinds.map(({ kind }) => kind);
export const generationRefusals = kinds.flatMap(({ refusals }) => refusals);
/** The price explanations of all kinds, by operation of the price book. */
export const generationExplanations = new Map(kinds.flatMap(({ explains }) => (explains ? [explains] : [])));
export const generationViews = kinds.flatMap(({ views }) => views);
export const generationReactors = [
  ...kinds.flatMap(({ processes }) => processes),
  closePaidWorkReactor(generationKinds),
];
export const generationPushRules = kinds.flatMap(({ pushRules }) => pushRules);
