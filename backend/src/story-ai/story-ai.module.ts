import { Module } from '@nestjs/common';
import { StoryboardModule } from '../storyboard';
import { StylesModule } from '../styles';
import { ZapsModule } from '../zaps';
import { ReplaceScenesHandler } from './domain/replace-scenes';
import { WriteSceneTextsHandler } from './domain/write-scene-texts';
import { StoryAiController } from './http/story-ai.controller';
import { AskStoryHandler, DismissStoryHandler, StopStoryHandler } from './domain/ask-story';
import { RestoreStoryHandler, UseStoryHandler } from './domain/use-story';
import { StoryDraftController } from './http/story-draft.controller';
import { PaidText } from './paid-text';
import { PostWriter } from './post-writer';
import { SceneWriter } from './scene-writer';
import { TextReruns } from './text-trials';
import { StoryDraftQueries } from './story-draft/story-draft-queries';
import { StoryRequests } from './story-draft/story-requests';
import { StoryApplier } from './story-draft/story-user';
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
