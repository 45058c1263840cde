import { Global, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { ConsumersStatus } from './consumers-status';
import { LogLines } from './log-lines/log-lines';
import { Metrics } from './metrics';
import { OperationsController } from './operations.controller';
import { Readiness } from './readiness';
import { StoresStatus } from './stores-status';
import { WriteProbes } from './write-probes';

@Global()
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [OperationsController],
  providers: [ConsumersStatus, LogLines, Metrics, Readiness, StoresStatus, WriteProbes],
  exports: [LogLines, Metrics],
})
export class ObservabilityModule {}
