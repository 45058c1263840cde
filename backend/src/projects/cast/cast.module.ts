import { Module } from '@nestjs/common';
import { StoryboardModule } from '../storyboard';
import { CastController } from './cast.controller';
import { ChangeCastHandler, RestoreCastHandler } from './change-cast';
import { HeldPictures } from './held-pictures';
import { KeepInLibraryHandler, RemoveFromLibraryHandler, RestoreToLibraryHandler } from './library';
import { LibraryController } from './library.controller';
import { LibraryQueries } from './library-list.view';

@Module({
  imports: [StoryboardModule],
  controllers: [CastController, LibraryController],
  providers: [
    HeldPictures,
    LibraryQueries,
    ChangeCastHandler,
    RestoreCastHandler,
    KeepInLibraryHandler,
    RemoveFromLibraryHandler,
    RestoreToLibraryHandler,
  ],
  exports: [HeldPictures],
})
export class CastModule {}
