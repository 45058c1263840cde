import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { TypeOrmModule } from '@nestjs/typeorm';
import { allEntities, allReactors, allPushRules, allViews } from '../composition';
import { CLOCK } from '../platform/clock';
import { AggregateStore } from '../platform/commands/aggregate-store';
import { CommandDispatcher } from '../platform/commands/command-dispatcher';
import { SNAPSHOTS } from '../platform/commands/snapshots/snapshot';
import { APP_CONFIG } from '../platform/config/app-config';
import { PG_POOL, poolOptions } from '../platform/database/pg-pool';
import { EVENT_STORE } from '../platform/event-store/event-store';
import { HttpDrain } from '../platform/http/http-drain';
import { IDS } from '../platform/ids';
import { CONSUMERS, LogBuffer, LogLineStore, Metrics, timedEventStore } from '../platform/observability';
import { LastNotified } from '../platform/push/last-told';
import { PushGateway } from '../platform/push/push.gateway';
import { PushHub } from '../platform/push/push-hub';
import { SOCKET_AUTHENTICATOR } from '../platform/push/socket-authenticator';
import { SocketSessions } from '../platform/push/socket-sessions';
import { tableName } from '../platform/views/view';
import { DeadLetterWatch } from '../platform/stuck/stuck-watch';
import { DeadLetters } from '../platform/stuck/stuck-work';
import { ViewRunner } from '../platform/views/view-runner';
import { SESSION_MIDDLEWARE } from '../platform/sessions';
import { createProviders } from '../providers/create-providers';
import { ExpiredResults } from '../providers/kept/expired-results';
import { StoredResults } from '../providers/kept/kept-results';
import { PROVIDERS } from '../providers/providers.token';
import { ExpiredRecordings } from '../providers/recording/expired-recordings';
import { RunRecordings } from '../providers/recording/run-recordings';
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
        value(CONSUMERS, { views: allViews.map(tableName), processes: allReactors.map(({ name }) => name) }),
        value(CLOCK, clock),
        value(IDS, ids),
        value(SNAPSHOTS, snapshots),
        StoredResults,
        ExpiredResults,
        {
          provide: PROVIDERS,
          inject: [StoredResults],
          useFactory: (kept: StoredResults) =>
            createProviders({
              home: config.home,
              openai: config.openai,
              elevenLabs: config.elevenLabs,
              replicate: config.replicate,
              chosen: config.chosenProviders,
              ffmpegPath: config.ffmpegPath,
              espeakPath: config.espeakPath,
              sandbox: { delayMs: config.sandboxDelayMs },
              kept,
            }),
        },
        { provide: LogBuffer, useValue: runtime.logBuffer },
        { provide: LogLineStore, useFactory: () => new LogLineStore(pool) },
        RunRecordings,
        ExpiredRecordings,
        AggregateStore,
        CommandDispatcher,
        HttpDrain,
        { provide: LastNotified, useValue: new LastNotified() },
        PushGateway,
        SocketSessions,
        { provide: SOCKET_AUTHENTICATOR, inject: [SESSION_MIDDLEWARE], useFactory: sessionAuthenticator },
        {
          provide: DeadLetters,
          useFactory: () => new DeadLetters({ pool, events }, { views: allViews, processes: allReactors }),
        },
        {
          provide: DeadLetterWatch,
          inject: [PushGateway],
          useFactory: (gateway: PushGateway) =>
            new DeadLetterWatch({ pool, tell: () => gateway.sendToRole('developer', { type: 'stuckChanged' }), log }),
        },
        { provide: ViewRunner, useFactory: () => new ViewRunner({ pool, events, views: allViews, log }) },
        {
          provide: PushHub,
          inject: [ViewRunner, PushGateway, LastNotified],
          useFactory: (views: ViewRunner, gateway: PushGateway, told: LastNotified) =>
            new PushHub({
              events,
              rules: allPushRules,
              viewsPassed: (position) => views.waitFor(position, 10_000),
              send: (userId, message) => gateway.send(userId, message),
              told,
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
        LogBuffer,
        LogLineStore,
        RunRecordings,
        CqrsModule,
        DiscoveryModule,
        TypeOrmModule,
        AggregateStore,
        CommandDispatcher,
        HttpDrain,
        LastNotified,
        PushGateway,
        DeadLetters,
        ViewRunner,
        Engine,
      ],
    };
  }
}
