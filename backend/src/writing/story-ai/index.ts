import { storyDraftPushRule, storyDraftView } from './story-draft/story-draft.view';
import { writeStoryReactor } from './story-draft/write-story';

export { type TextStreamEvent, textWorkAggregate, type TextWorkEvent } from './domain/text-work';
export { findTextByHold, findWritten } from './find-text';
export { failStoryOfHold } from './domain/story-steps';
export { textRefusals, TextReplay } from './replay/replay-text';
export { SceneWriter } from './scene-writer';
export { inputsOf, questionIn, type RecordedQuestion, canBeAskedAgain, TextReruns } from './text-reruns';
export { StoryAiModule } from './story-ai.module';

export const storyAiViews = [storyDraftView];
export const storyAiReactors = [writeStoryReactor];
export const storyAiPushRules = [storyDraftPushRule];
