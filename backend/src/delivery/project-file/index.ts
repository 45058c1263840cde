import { Module } from '@nestjs/common';
import { StoryboardModule } from '../../projects/storyboard';
import { ZipModule } from '../zip';
import { ProjectExporter } from './export-project';
import { MediaImporter } from './import-media';
import { ProjectImporter } from './import-project';
import { ProjectFileController } from './project-file.controller';

@Module({
  imports: [StoryboardModule, ZipModule],
  controllers: [ProjectFileController],
  providers: [ProjectExporter, MediaImporter, ProjectImporter],
})
export class ProjectFileModule {}
