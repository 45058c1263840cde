import { Module } from '@nestjs/common';
import { MediaFilesController } from './media-files.controller';
import { UploadsController } from './uploads.controller';
import { UploadsService } from './uploads.service';

@Module({ controllers: [UploadsController, MediaFilesController], providers: [UploadsService] })
export class UploadsModule {}
