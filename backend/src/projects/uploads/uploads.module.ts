import { Module } from '@nestjs/common';
import { MediaFilesController } from './media-files.controller';
import { Thumbnails } from './thumbnails';
import { UploadsController } from './uploads.controller';
import { UploadsService } from './uploads.service';

@Module({ controllers: [UploadsController, MediaFilesController], providers: [UploadsService, Thumbnails] })
export class UploadsModule {}
