export { SceneCommands } from './scene-commands';
export { ScenesModule } from './scenes.module';
