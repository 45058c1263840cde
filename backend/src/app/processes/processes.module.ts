import { Module } from '@nestjs/common';
import { RunsModule } from '../../runs';
import { ExpireReservation } from './expire-reservation';

@Module({ imports: [RunsModule], providers: [ExpireReservation] })
export class ProcessesModule {}
