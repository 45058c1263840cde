import { Module } from '@nestjs/common';
import { StoryFilesController } from './story-files.controller';
import { StoryReader } from './story-reader';

@Module({ controllers: [StoryFilesController], providers: [StoryReader] })
export class StoryFilesModule {}
