import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { StoryTry, StoryWish } from './story-draft';
import { decideAskStory, decideDismissStory, decideStopStory } from './story-steps';
import { textWorkAggregate, type TextWorkState } from './text-work';

interface Asked {
  of: StoryTry;
  wish: StoryWish & { basedOn: string; requestHash: string };
}

export class AskStory extends AggregateCommand<TextWorkState, Asked> {}
export class StopStory extends AggregateCommand<TextWorkState, { draftId: string }> {}
export class DismissStory extends AggregateCommand<TextWorkState, { draftId: string }> {}

export const AskStoryHandler = handlerFor(AskStory, textWorkAggregate, ({ data: { of, wish } }, state) =>
  decideAskStory(state, of, wish),
);
export const StopStoryHandler = handlerFor(StopStory, textWorkAggregate, ({ data }, state) =>
  decideStopStory(state, data.draftId),
);
export const DismissStoryHandler = handlerFor(DismissStory, textWorkAggregate, ({ data }, state) =>
  decideDismissStory(state, data.draftId),
);
