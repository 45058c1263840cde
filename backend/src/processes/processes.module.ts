import { Module } from '@nestjs/common';
import { ZapsModule } from '../zaps';
import { ClosePaidWork } from './close-paid-work';
import { ExpireReservation } from './expire-reservation';
import { FetchStartImage } from './fetch-start-image';
import { PaidGenerations } from './paid-generations';
import { RunImageJob } from './run-image-job';
import { RunVideoJob } from './run-video-job';
import { StartImages } from './start-image';

@Module({
  imports: [ZapsModule],
  providers: [
    PaidGenerations,
    StartImages,
    FetchStartImage,
    RunImageJob,
    RunVideoJob,
    ClosePaidWork,
    ExpireReservation,
  ],
})
export class ProcessesModule {}
