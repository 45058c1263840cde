import type { IncomingMessage } from 'node:http';
import { Global, Module } from '@nestjs/common';
import type { DynamicModule, InjectionToken } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Request, RequestHandler, Response } from 'express';
import { Pool } from 'pg';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import { PastReader } from '../eventsourcing/commands/past-reader';
import { CommandDispatcher } from '../eventsourcing/commands/command-dispatcher';
import { SNAPSHOTS } from '../eventsourcing/commands/snapshot';
import { DeadLetterWatch } from '../eventsourcing/dead-letters/dead-letter-watch';
import { DeadLetters } from '../eventsourcing/dead-letters/dead-letters';
import { inClearOf } from '../eventsourcing/domain/scoped-event-store';
import { EventStore } from '../eventsourcing/event-store/event-store';
import { ACCOUNT_KEYS, IN_CLEAR } from '../eventsourcing/event-store/sealed-events';
import { LastNotified } from '../eventsourcing/push/last-notified';
import { PushHub } from '../eventsourcing/push/push-hub';
import { PushGateway, SOCKET_AUTHENTICATOR } from '../eventsourcing/push/push.gateway';
import type { SocketAuthenticator } from '../eventsourcing/push/push.gateway';
import { SocketSessions } from '../eventsourcing/push/socket-sessions';
import { Refusals } from '../eventsourcing/refusals/refusals';
import { ALL_VIEWS, tableName } from '../eventsourcing/views/view';
import { ViewRebuilds } from '../eventsourcing/views/view-rebuilds';
import { BESIDE_HISTORY } from '../projects/storyboard';
import { finishedBefore, FinishedRowsSweep } from '../eventsourcing/views/finished-rows';
import { ViewRunner } from '../eventsourcing/views/view-runner';
import { APP_CONFIG } from '../infra/config/app-config';
import { HttpDrain } from '../infra/http/connections';
import { poolOptions } from '../infra/postgres/pg-pool';
import { SESSION_MIDDLEWARE } from '../infra/sessions';
import { createProviders } from '../integrations/create-providers';
import { ModelWatch } from '../integrations/model-watch';
import { OfferedModels } from '../integrations/offered-models';
import { PROVIDERS } from '../integrations/providers.token';
import type { Providers } from '../integrations/providers.token';
import { ExpiredRecordings, RunRecordings } from '../integrations/recording/run-recordings';
import { ExpiredResults, StoredResults } from '../integrations/results/kept-results';
import { Ids } from '../lib/ids';
import { Clock } from '../lib/time';
import { CONSUMERS, LogBuffer, LogLineStore, Metrics, timedEventStore } from '../observability';
import { allAggregates, allEntities, allPushRules, allReactors, allViews } from './composition';
import { Engine } from './engine';
import { RUNTIME } from './runtime';
import type { Runtime } from './runtime';
import { PostsInHistory } from './posts-in-history';

/** Reads the session of a socket's handshake with the HTTP session middleware. */
const sessionAuthenticator =
  (middleware: RequestHandler): SocketAuthenticator =>
  (request: IncomingMessage) =>
    new Promise((resolve, reject) => {
      // The session is not written here, so the response is never used.
      void middleware(request as Request, {} as Response, (error?: unknown) => {
        if (error) return reject(error instanceof Error ? error : new Error('No session could be read.'));
        const { session } = request as Partial<Request>;
        resolve(session?.user ? { user: session.user, sessionId: session.id } : null);
      });
    });

/** Services that every domain may inject. */
@Global()
@Module({})
export class PlatformModule {
  static on(runtime: Runtime): DynamicModule {
    const value = (provide: InjectionToken, useValue: unknown) => ({ provide, useValue });
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
        value(Pool, pool),
        { provide: EventStore, inject: [Metrics], useFactory: (metrics: Metrics) => timedEventStore(events, metrics) },
        value(CONSUMERS, { views: allViews.map(tableName), processes: allReactors.map(({ name }) => name) }),
        value(ALL_VIEWS, allViews),
        value(ACCOUNT_KEYS, runtime.accountKeys),
        value(IN_CLEAR, inClearOf(allAggregates)),
        value(Clock, clock),
        value(Ids, ids),
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
              plain: config.plain,
              chosen: config.chosenProviders,
              ffmpegPath: config.ffmpegPath,
              espeakPath: config.espeakPath,
              sandbox: { delayMs: config.sandboxDelayMs, sketches: config.sandboxSketches },
              kept,
            }),
        },
        {
          provide: OfferedModels,
          inject: [PROVIDERS],
          useFactory: (providers: Providers) =>
            new OfferedModels({
              home: config.home,
              providers,
              openai: config.openai,
              elevenLabs: config.elevenLabs,
              clock,
            }),
        },
        {
          provide: ModelWatch,
          inject: [OfferedModels],
          useFactory: (offered: OfferedModels) =>
            new ModelWatch({ offered, openai: config.openai, replicate: config.replicate, clock }),
        },
        { provide: LogBuffer, useValue: runtime.logBuffer },
        { provide: LogLineStore, useFactory: () => new LogLineStore(pool) },
        RunRecordings,
        ExpiredRecordings,
        FinishedRowsSweep,
        { provide: BESIDE_HISTORY, useClass: PostsInHistory },
        AggregateStore,
        PastReader,
        Refusals,
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
          provide: ViewRebuilds,
          useFactory: () =>
            new ViewRebuilds(
              { pool, events, finishedBefore: () => finishedBefore(config.finishedJobsDays, clock.now()) },
              allViews,
              (error) => log.error(error, 'A rebuild could not be recorded.'),
            ),
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
        Pool,
        EventStore,
        ACCOUNT_KEYS,
        IN_CLEAR,
        Clock,
        ALL_VIEWS,
        BESIDE_HISTORY,
        CONSUMERS,
        Ids,
        PROVIDERS,
        OfferedModels,
        LogBuffer,
        LogLineStore,
        RunRecordings,
        CqrsModule,
        DiscoveryModule,
        TypeOrmModule,
        AggregateStore,
        PastReader,
        Refusals,
        CommandDispatcher,
        HttpDrain,
        LastNotified,
        PushGateway,
        DeadLetters,
        ViewRebuilds,
        ViewRunner,
        Engine,
      ],
    };
  }
}
