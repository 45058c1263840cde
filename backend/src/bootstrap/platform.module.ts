import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { TypeOrmModule } from '@nestjs/typeorm';
import { allEntities, allProcesses, allPushRules, allViews } from '../composition';
import { CLOCK } from '../platform/clock';
import { AggregateStore } from '../platform/commands/aggregate-store';
import { CommandDispatcher } from '../platform/commands/command-dispatcher';
import { SNAPSHOTS } from '../platform/commands/snapshots/snapshot';
import { APP_CONFIG } from '../platform/config/app-config';
import { PG_POOL, poolOptions } from '../platform/database/pg-pool';
import { EVENT_STORE } from '../platform/event-store/event-store';
import { HttpDrain } from '../platform/http/http-drain';
import { IDS } from '../platform/ids';
import { CONSUMERS, Metrics, timedEventStore } from '../platform/observability';
import { PushGateway } from '../platform/push/push.gateway';
import { PushHub } from '../platform/push/push-hub';
import { SOCKET_AUTHENTICATOR } from '../platform/push/socket-authenticator';
import { SocketSessions } from '../platform/push/socket-sessions';
import { tableName } from '../platform/views/view';
import { ViewRunner } from '../platform/views/view-runner';
import { SESSION_MIDDLEWARE } from '../platform/sessions';
import { createProviders } from '../providers/create-providers';
import { PROVIDERS } from '../providers/providers.token';
import { Engine } from './engine';
import { RUNTIME } from './runtime.token';
import type { Runtime } from './runtime';
import { sessionAuthenticator } from './session-authenticator';

/** What every domain may ask for. */
@Global()
@Module({})
export class PlatformModule {
  static on(runtime: Runtime): DynamicModule {
    const value = (provide: symbol, useValue: unknown) => ({ provide, useValue });
    const { config, pool, events, snapshots, clock, ids, log } = runtime;
    return {
      module: PlatformModule,
      imports: [
        CqrsModule.forRoot(),
        DiscoveryModule,
        TypeOrmModule.forRoot({
          type: 'postgres',
          url: runtime.databaseUrl,
          entities: allEntities,
          synchronize: false,
          extra: poolOptions(runtime.databaseUrl, 10),
        }),
      ],
      providers: [
        value(RUNTIME, runtime),
        value(APP_CONFIG, config),
        value(PG_POOL, pool),
        { provide: EVENT_STORE, inject: [Metrics], useFactory: (metrics: Metrics) => timedEventStore(events, metrics) },
        value(CONSUMERS, { views: allViews.map(tableName), processes: allProcesses.map(({ name }) => name) }),
        value(CLOCK, clock),
        value(IDS, ids),
        value(SNAPSHOTS, snapshots),
        value(
          PROVIDERS,
          createProviders({
            home: config.home,
            openai: config.openai,
            replicate: config.replicate,
            ffmpegPath: config.ffmpegPath,
            sandbox: { delayMs: config.sandboxDelayMs },
          }),
        ),
        AggregateStore,
        CommandDispatcher,
        HttpDrain,
        PushGateway,
        SocketSessions,
        { provide: SOCKET_AUTHENTICATOR, inject: [SESSION_MIDDLEWARE], useFactory: sessionAuthenticator },
        { provide: ViewRunner, useFactory: () => new ViewRunner({ pool, events, views: allViews, log }) },
        {
          provide: PushHub,
          inject: [ViewRunner, PushGateway],
          useFactory: (views: ViewRunner, gateway: PushGateway) =>
            new PushHub({
              events,
              rules: allPushRules,
              viewsPassed: (position) => views.waitFor(position, 10_000),
              send: (userId, message) => gateway.send(userId, message),
              log,
            }),
        },
        Engine,
      ],
      exports: [
        APP_CONFIG,
        PG_POOL,
        EVENT_STORE,
        CLOCK,
        CONSUMERS,
        IDS,
        PROVIDERS,
        CqrsModule,
        DiscoveryModule,
        TypeOrmModule,
        AggregateStore,
        CommandDispatcher,
        HttpDrain,
        PushGateway,
        ViewRunner,
        Engine,
      ],
    };
  }
}
