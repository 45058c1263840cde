import { Module } from '@nestjs/common';
import { ZapsModule } from '../zaps';
import { ExpireReservation } from './expire-reservation';

@Module({ imports: [ZapsModule], providers: [ExpireReservation] })
export class ProcessesModule {}
