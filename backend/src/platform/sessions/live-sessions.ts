import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Subject } from 'rxjs';
import { CLOCK, type Clock } from '../clock';
import { PG_POOL } from '../database/pg-pool';

/** Which sessions still count, for what stays open longer than a request. */
@Injectable()
export class LiveSessions {
  /** Ids of sessions as they end on this node. */
  readonly ended = new Subject<string>();

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Of these sessions, those that have neither ended, on whichever node, nor expired. */
  async among(sessionIds: string[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ sid: string }>(
      'select sid from platform.sessions where sid = any($1) and expire > $2',
      [sessionIds, this.clock.now()],
    );
    return new Set(rows.map(({ sid }) => sid));
  }
}
