import { Module } from '@nestjs/common';
import { GenerationModule } from '../../generation';
import { StoryboardModule } from '../../projects/storyboard';
import { ShareVideoHandler, UnshareVideoHandler } from './share-video';
import { SharePageController } from './share-page.controller';
import { SharedLinks } from './shared-links';
import { SharedLinksController } from './shared-links.controller';

@Module({
  imports: [StoryboardModule, GenerationModule],
  controllers: [SharedLinksController, SharePageController],
  providers: [SharedLinks, ShareVideoHandler, UnshareVideoHandler],
})
export class SharingModule {}
