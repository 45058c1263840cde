import { Global, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { RequestHandler } from 'express';
import { Pool } from 'pg';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { ensureTables } from '../postgres/transaction';
import { OwnSessions, SESSIONS_BY_USER } from './own-sessions';
import { createSessionMiddleware, LiveSessions, SESSIONS_TABLE, SessionStore } from './session-store';
import { SessionGuard } from './session.guard';

/** Token of the one session middleware (an express handler), for `app.use` and for the socket handshake. */
export const SESSION_MIDDLEWARE = Symbol('SessionMiddleware');

@Global()
@Module({
  providers: [
    LiveSessions,
    OwnSessions,
    {
      provide: SessionStore,
      inject: [Pool, LiveSessions],
      useFactory: (pool: Pool, { ended }: LiveSessions) => new SessionStore(pool, (sessionId) => ended.next(sessionId)),
    },
    {
      provide: SESSION_MIDDLEWARE,
      inject: [SessionStore, APP_CONFIG],
      useFactory: (store: SessionStore, config: AppConfig): RequestHandler => createSessionMiddleware(store, config),
    },
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [SESSION_MIDDLEWARE, LiveSessions, OwnSessions],
})
export class SessionsModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly pool: Pool,
    private readonly store: SessionStore,
  ) {}

  async onModuleInit(): Promise<void> {
    await ensureTables(this.pool, SESSIONS_TABLE + SESSIONS_BY_USER);
  }

  /** The store prunes expired sessions on a timer, and its pool is closed next. */
  onApplicationShutdown(): void {
    this.store.close();
  }
}
