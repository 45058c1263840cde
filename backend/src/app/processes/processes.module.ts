import { Module } from '@nestjs/common';
import { ZapsModule } from '../../money/zaps';
import { ExpireReservation } from './expire-reservation';

@Module({ imports: [ZapsModule], providers: [ExpireReservation] })
export class ProcessesModule {}
