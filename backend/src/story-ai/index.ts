export { findTextByHold } from './find-text';
export { StoryAiModule } from './story-ai.module';
