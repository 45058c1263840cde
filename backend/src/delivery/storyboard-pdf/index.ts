import { Module } from '@nestjs/common';
import { StoryboardPdfController } from './storyboard-pdf.controller';

@Module({ controllers: [StoryboardPdfController] })
export class StoryboardPdfModule {}
