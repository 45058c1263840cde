import { Module } from '@nestjs/common';
import { Throttle } from './throttle';

@Module({ providers: [Throttle], exports: [Throttle] })
export class ThrottleModule {}
