export { abandonedJobs } from './slot-changes';
export { SceneCommands, sceneOf } from './scene-commands';
export { ScenesModule } from './scenes.module';
