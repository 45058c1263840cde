import { Module } from '@nestjs/common';
import { StoryboardModule } from '../../projects/storyboard';
import { StylesModule } from '../../projects/styles';
import { ZapsModule } from '../../money/zaps';
import { ReplaceScenesHandler, WriteSceneTextsHandler } from './domain/scene-texts';
import { StoryAiController } from './http/story-ai.controller';
import { AskStoryHandler, DismissStoryHandler, StopStoryHandler } from './domain/story-steps';
import { RestoreStoryHandler, UseStoryHandler } from './domain/use-story';
import { StoryDraftController } from './http/story-draft.controller';
import { PaidText } from './paid-text';
import { PostWriter, SceneWriter } from './scene-writer';
import { TextReruns } from './text-reruns';
import { StoryDraftQueries } from './story-draft/story-draft.view';
import { StoryRequests } from './story-draft/story-requests';
import { StoryApplier } from './story-draft/story-applier';
import { WriteStory } from './story-draft/write-story';

@Module({
  imports: [StoryboardModule, StylesModule, ZapsModule],
  controllers: [StoryAiController, StoryDraftController],
  providers: [
    PaidText,
    PostWriter,
    SceneWriter,
    TextReruns,
    ReplaceScenesHandler,
    WriteSceneTextsHandler,
    AskStoryHandler,
    StopStoryHandler,
    DismissStoryHandler,
    UseStoryHandler,
    RestoreStoryHandler,
    StoryDraftQueries,
    StoryRequests,
    StoryApplier,
    WriteStory,
  ],
  exports: [SceneWriter, TextReruns],
})
export class StoryAiModule {}
