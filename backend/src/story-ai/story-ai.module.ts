import { Module } from '@nestjs/common';
import { StoryboardModule } from '../storyboard';
import { StylesModule } from '../styles';
import { ZapsModule } from '../zaps';
import { ReplaceScenesHandler } from './domain/replace-scenes';
import { WriteSceneTextsHandler } from './domain/write-scene-texts';
import { StoryAiController } from './http/story-ai.controller';
import { PaidText } from './paid-text';
import { SceneWriter } from './scene-writer';

@Module({
  imports: [StoryboardModule, StylesModule, ZapsModule],
  controllers: [StoryAiController],
  providers: [PaidText, SceneWriter, ReplaceScenesHandler, WriteSceneTextsHandler],
})
export class StoryAiModule {}
