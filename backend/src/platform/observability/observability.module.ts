import { Global, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { ConsumersStatus } from './consumers-status';
import { Metrics } from './metrics';
import { OperationsController } from './operations.controller';
import { Readiness } from './readiness';
import { StoresStatus } from './stores-status';

@Global()
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [OperationsController],
  providers: [ConsumersStatus, Metrics, Readiness, StoresStatus],
  exports: [Metrics],
})
export class ObservabilityModule {}
