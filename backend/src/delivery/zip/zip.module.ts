import { Module } from '@nestjs/common';
import { GenerationModule } from '../../generation';
import { EditorFiles } from './editor/editor-files';
import { ZipController } from './zip.controller';

@Module({ imports: [GenerationModule], controllers: [ZipController], providers: [EditorFiles] })
export class ZipModule {}
