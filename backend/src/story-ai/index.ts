import { storyDraftPushRule } from './story-draft/story-draft.push';
import { storyDraftView } from './story-draft/story-draft.view';
import { writeStoryReactor } from './story-draft/write-story.process';

export { textWorkAggregate, type TextWorkEvent } from './domain/text-work';
export { findTextByHold, findWritten } from './find-text';
export { failStoryOfHold } from './domain/story-steps';
export { TextReplay } from './replay/replay-text';
export { SceneWriter } from './scene-writer';
export { inputsOf, questionIn, type RecordedQuestion } from './recorded-question';
export { StoryAiModule } from './story-ai.module';
export { canBeAskedAgain, TextReruns } from './text-trials';

export const storyAiViews = [storyDraftView];
export const storyAiReactors = [writeStoryReactor];
export const storyAiPushRules = [storyDraftPushRule];
