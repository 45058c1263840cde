import { Module } from '@nestjs/common';
import { StoryboardModule } from '../storyboard';
import { StylesModule } from '../styles';
import { ZapsModule } from '../zaps';
import { ReplaceScenesHandler } from './domain/replace-scenes';
import { WriteSceneTextsHandler } from './domain/write-scene-texts';
import { StoryAiController } from './http/story-ai.controller';
import { PaidText } from './paid-text';
import { PostWriter } from './post-writer';
import { SceneWriter } from './scene-writer';

@Module({
  imports: [StoryboardModule, StylesModule, ZapsModule],
  controllers: [StoryAiController],
  providers: [PaidText, PostWriter, SceneWriter, ReplaceScenesHandler, WriteSceneTextsHandler],
})
export class StoryAiModule {}
