import { Module } from '@nestjs/common';
import { GenerationModule } from '../../generation';
import { archivePushRule, RequestArchiveHandler } from './archive';
import { ArchiveController } from './archive.controller';
import { OwnRows } from './own-rows';
import { ArchivePacker } from './pack-archive';
import { ExpiredArchives, PrepareArchive, prepareArchiveReactor } from './prepare-archive';

@Module({
  imports: [GenerationModule],
  controllers: [ArchiveController],
  providers: [ArchivePacker, ExpiredArchives, OwnRows, PrepareArchive, RequestArchiveHandler],
})
export class ArchiveModule {}

export { archiveAggregate } from './archive';
export const archiveReactors = [prepareArchiveReactor];
export const archivePushRules = [archivePushRule];
