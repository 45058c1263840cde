import { Injectable } from '@nestjs/common';
import { type AuditHold, type PageQuery, toZaps } from '@storyreel/contracts';

import { Clock } from '../../lib/time';
import { SqlConditions } from '../../infra/postgres/sql-conditions';
import { keyFrom, type Page, pageOf } from '../../infra/http/paging';
import type { OpenHoldRow } from './views/open-hold.view';
import { Sql, TABLES } from './tables';
import { positionCursor, projectOf } from './ledger-queries';

type Row = Omit<OpenHoldRow, 'reservedAt' | 'deadline'> & {
  reservedAt: Date;
  deadline: Date;
  email: string | null;
  projectTitle: string | null;
  projectDeleted: boolean | null;
};

@Injectable()
export class OpenHolds {
  constructor(
    private readonly database: Sql,
    private readonly clock: Clock,
  ) {}

  /** Returns a page of open holds, oldest first. */
  async page({ limit, cursor }: PageQuery): Promise<Page<AuditHold>> {
    const conditions = new SqlConditions();
    conditions.add('h.position > ?', cursor && keyFrom(cursor, positionCursor)[0]);
    const rows = await this.database.query<Row[]>(
      `select h.hold_id as "holdId", h.user_id as "userId", h.units, h.reserved_at as "reservedAt", h.deadline,
         h.description, h.project_id as "projectId", h.scene_id as "sceneId", h.job_id as "jobId", h.provider, h.model,
         h.operation, h.position, a.email, p.title as "projectTitle", p.deleted as "projectDeleted"
       from ${TABLES.holds} h
       left join ${TABLES.emails} a on a.user_id = h.user_id
       left join ${TABLES.projects} p on p.id = h.project_id
       where ${conditions.text} order by h.position limit ${conditions.value(limit + 1)}`,
      conditions.values,
    );
    const { items, next } = pageOf(rows, limit, ({ position }) => [position]);
    const now = this.clock.now();
    return { items: items.map((row) => present(row, now)), next };
  }
}

function present(row: Row, now: Date): AuditHold {
  const { holdId, description, sceneId, jobId, provider, model, operation, reservedAt, deadline } = row;
  return {
    holdId,
    user: { id: row.userId, email: row.email },
    zaps: toZaps(row.units),
    reservedAt: reservedAt.toISOString(),
    deadline: deadline.toISOString(),
    ageSeconds: Math.max(0, Math.floor((now.getTime() - reservedAt.getTime()) / 1_000)),
    overdue: deadline < now,
    description,
    project: projectOf(row),
    sceneId,
    jobId,
    provider,
    model,
    operation,
  };
}
