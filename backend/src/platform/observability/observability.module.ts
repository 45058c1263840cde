import { Global, Inject, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { LoggerModule } from 'nestjs-pino';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { httpLogging } from './http-logging';
import { httpTiming } from './http-timing';
import { Metrics } from './metrics';
import { OperationsController } from './operations.controller';
import { Readiness } from './readiness';
import { StoresStatus } from './stores-status';

@Global()
@Module({
  imports: [
    LoggerModule.forRootAsync({ inject: [APP_CONFIG], useFactory: (config: AppConfig) => httpLogging(config) }),
    TerminusModule.forRoot({ logger: false }),
  ],
  controllers: [OperationsController],
  providers: [Metrics, Readiness, StoresStatus],
  exports: [Metrics],
})
export class ObservabilityModule implements NestModule {
  constructor(@Inject(Metrics) private readonly metrics: Metrics) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(httpTiming(this.metrics)).forRoutes('{*path}');
  }
}
