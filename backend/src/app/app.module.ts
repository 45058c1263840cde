import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ZodValidationPipe } from 'nestjs-zod';
import { PlatformModule } from './platform.module';
import { ConfigController, ProvidersController } from './installation.controller';
import { ModelsController } from './models.controller';
import type { Runtime } from './runtime';
import { domainModules } from './composition';
import { BodyInterceptor, LargeBodies } from '../infra/http/bodies';
import { OriginGuard } from '../infra/http/origin.guard';
import { IdempotencyModule } from '../eventsourcing/commands/idempotency';
import { ObservabilityModule } from '../observability';
import { ExamineModule } from '../infra/media/examine';
import { PicturesModule } from '../infra/media/pictures';
import { SessionsModule } from '../infra/sessions';
import { StorageModule } from '../infra/storage';
import { SocialProvidersModule } from '../integrations/social/social-providers.module';

@Module({})
export class AppModule {
  static on(runtime: Runtime): DynamicModule {
    return {
      module: AppModule,
      controllers: [ConfigController, ProvidersController, ModelsController],
      imports: [
        PlatformModule.on(runtime),
        SessionsModule,
        ObservabilityModule,
        StorageModule,
        PicturesModule,
        ExamineModule,
        IdempotencyModule,
        SocialProvidersModule,
        ...domainModules,
      ],
      providers: [
        { provide: APP_GUARD, useClass: OriginGuard },
        LargeBodies,
        { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
        { provide: APP_PIPE, useClass: ZodValidationPipe },
      ],
    };
  }
}
