import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ZodValidationPipe } from 'nestjs-zod';
import { PlatformModule } from './bootstrap/platform.module';
import { ConfigController } from './bootstrap/config.controller';
import { ProvidersController } from './bootstrap/providers.controller';
import type { Runtime } from './bootstrap/runtime';
import { domainModules } from './composition';
import { BodyInterceptor, LargeBodies } from './platform/http/bodies';
import { OriginGuard } from './platform/http/origin.guard';
import { IdempotencyModule } from './platform/idempotency';
import { ObservabilityModule } from './platform/observability';
import { ExamineModule } from './platform/examine';
import { PicturesModule } from './platform/pictures';
import { SessionsModule } from './platform/sessions';
import { StorageModule } from './platform/storage';
import { SocialProvidersModule } from './providers/social/social-providers.module';

@Module({})
export class AppModule {
  static on(runtime: Runtime): DynamicModule {
    return {
      module: AppModule,
      controllers: [ConfigController, ProvidersController],
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
