export { dashboardAggregate, dashboardOrderView } from './dashboard-order';
export {
  ownProject,
  ownScene,
  findDone,
  SceneCommand,
  liveScenes,
  projectAggregate,
  type ProjectState,
} from './domain/project';
export { withinProjectLimits } from './domain/project-limits';
export {
  endingJobs,
  isJobEvent,
  isStep,
  JOB_STEPS,
  type JobData,
  type JobEvent,
  type JobOfScene,
  jobEventType,
  kindOf,
  type JobPrice,
  type RerunOf,
  type WithCalls,
  JobKind,
  type GenerationJob,
  isActive,
  repeated,
  madeAssets,
} from './domain/jobs';
export type {
  CastAsked,
  CastSheetAsked,
  FilmAsked,
  FilmMade,
  ImageEditAsked,
  ImagesAsked,
  ImagesMade,
  MadeFrom,
  ProjectEvent,
  ProjectEventOf,
  ProjectEvents,
  SceneTexts,
  SpeechAsked,
  SpeechMade,
  UpscaleAsked,
  VideoAsked,
  VideoMade,
} from './domain/events';
export { EditScene } from './domain/scene-commands';
export { decideEditProject, EditProject, ImportProject } from './domain/project-commands';
export { toldOf, type ToldStep, toldStepSchema, WholeHistory } from './history/whole-history';
export { ProjectQuota } from './http/projects.controller';
export { KeepRun, UndoKeepRun } from './domain/keep-run';
export { asideUrlsOf } from './domain/scene-origins';
export {
  EMPTY_SCENE,
  fieldsOf,
  mainImageUrlOf,
  type ImageSlot,
  type SceneContent,
  type SceneState,
} from './domain/scene';
export { projectListView, ProjectQueries } from './views/project-list.view';
export { presentProject } from './views/presenters';
export { projectPushRules } from './views/project.push';
export { BESIDE_HISTORY, type BesideHistory, newestFirst } from './history/beside';
export { sceneImageView } from './dropped/scene-image.view';
export { sceneListView, SceneQueries } from './views/scene-list.view';
export { StoryboardModule } from './storyboard.module';
