import { Module } from '@nestjs/common';
import { StoryboardModule } from '../storyboard';
import { CastController } from './cast.controller';
import { ChangeCastHandler, RestoreCastHandler } from './change-cast';
import { HeldPictures } from './held-pictures';

@Module({
  imports: [StoryboardModule],
  controllers: [CastController],
  providers: [HeldPictures, ChangeCastHandler, RestoreCastHandler],
  exports: [HeldPictures],
})
export class CastModule {}
