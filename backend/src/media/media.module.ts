import { Module } from '@nestjs/common';
import { ScenesModule } from '../scenes';
import { AddImageHandler, ChooseMainImageHandler, RemoveImageHandler } from './images';
import { SceneMediaController } from './scene-media.controller';
import { AddVideoHandler, ChooseMainVideoHandler, RemoveVideoHandler, ReplaceProcessingVideoHandler } from './videos';

@Module({
  imports: [ScenesModule],
  controllers: [SceneMediaController],
  providers: [
    AddImageHandler,
    RemoveImageHandler,
    ChooseMainImageHandler,
    AddVideoHandler,
    RemoveVideoHandler,
    ChooseMainVideoHandler,
    ReplaceProcessingVideoHandler,
  ],
})
export class MediaModule {}
