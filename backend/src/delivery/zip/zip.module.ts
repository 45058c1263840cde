import { Module } from '@nestjs/common';
import { GenerationModule } from '../../generation';
import { EditorFiles } from './editor/editor-files';
import { ProvenanceOfFiles } from './provenance-of-files';
import { ZipController } from './zip.controller';

@Module({
  imports: [GenerationModule],
  controllers: [ZipController],
  providers: [EditorFiles, ProvenanceOfFiles],
  exports: [ProvenanceOfFiles],
})
export class ZipModule {}
