export { dashboardAggregate } from './domain/dashboard-order';
export { ownProject, ownScene } from './domain/access';
export { findDone } from './domain/done-commands';
export { endingJobs } from './domain/end-jobs';
export { SceneCommand } from './domain/scene-command';
export type {
  FilmAsked,
  FilmMade,
  ImagesAsked,
  ImagesMade,
  ProjectEvent,
  ProjectEventOf,
  ProjectEvents,
  SceneTexts,
  SpeechAsked,
  SpeechMade,
  VideoAsked,
  VideoMade,
} from './domain/events';
export {
  isJobEvent,
  isStep,
  JOB_STEPS,
  type JobData,
  type JobEvent,
  type JobOfScene,
  jobEventType,
  kindOf,
  type JobPrice,
  type WithCalls,
} from './domain/job-events';
export { KeepRun, UndoKeepRun } from './domain/keep-run';
export { JobKind } from './domain/job-kind';
export { type GenerationJob, isActive, repeated } from './domain/jobs';
export { liveScenes, projectAggregate, type ProjectState } from './domain/project-aggregate';
export { EMPTY_SCENE, type ImageSlot, type SceneContent, type SceneState } from './domain/scene-state';
export { madeAssets } from './domain/made-assets';
export { withinProjectLimits } from './domain/project-limits';
export { dashboardOrderView } from './views/dashboard-order.view';
export { projectListView } from './views/project-list.view';
export { projectPushRules } from './views/project.push';
export { sceneListView } from './views/scene-list.view';
export { ProjectQueries } from './views/project-queries';
export { SceneQueries } from './views/scene-queries';
export { StoryboardModule } from './storyboard.module';
