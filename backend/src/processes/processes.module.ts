import { Module } from '@nestjs/common';
import { ZapsModule } from '../zaps';
import { ClosePaidWork } from './close-paid-work';
import { ExpireReservation } from './expire-reservation';
import { JobDocuments } from './job-document';
import { RunImageJob } from './run-image-job';
import { RunVideoJob } from './run-video-job';
import { StartImages } from './start-image';

@Module({
  imports: [ZapsModule],
  providers: [JobDocuments, StartImages, RunImageJob, RunVideoJob, ClosePaidWork, ExpireReservation],
})
export class ProcessesModule {}
