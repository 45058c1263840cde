import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { RequestHandler } from 'express';
import type { Pool } from 'pg';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { ensureTables } from '../database/ensure-tables';
import { PG_POOL } from '../database/pg-pool';
import { createSessionMiddleware, SESSIONS_TABLE } from './create-session-middleware';
import { LiveSessions } from './live-sessions';
import { SessionGuard } from './session.guard';
import { SessionStore } from './session-store';

/** The one session middleware (an express handler), for `app.use` and for the socket handshake. */
export const SESSION_MIDDLEWARE = Symbol('SessionMiddleware');

@Global()
@Module({
  providers: [
    LiveSessions,
    {
      provide: SESSION_MIDDLEWARE,
      inject: [PG_POOL, LiveSessions, APP_CONFIG],
      useFactory: (pool: Pool, { ended }: LiveSessions, config: AppConfig): RequestHandler =>
        createSessionMiddleware(new SessionStore(pool, (sessionId) => ended.next(sessionId)), config),
    },
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [SESSION_MIDDLEWARE, LiveSessions],
})
export class SessionsModule implements OnModuleInit {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  async onModuleInit(): Promise<void> {
    await ensureTables(this.pool, SESSIONS_TABLE);
  }
}
