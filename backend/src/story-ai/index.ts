export { textWorkAggregate } from './domain/text-work';
export { findTextByHold, findWritten } from './find-text';
export { StoryAiModule } from './story-ai.module';
