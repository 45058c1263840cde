import { Injectable } from '@nestjs/common';
import {
  type Balance,
  type CostTotal,
  type PageQuery,
  type ProjectCosts,
  toZaps,
  type Transaction,
  type UsageEvent,
} from '@storyreel/contracts';
import { DataSource, LessThan } from 'typeorm';
import { z } from 'zod';
import { keyFrom, type Page, pageOf } from '../../../infra/http/paging';
import { projectCostEntity, usageEventEntity } from './usage.view';
import type { CostCell } from './usage.view';
import { walletBalanceEntity, zapTransactionEntity } from './wallet.view';

const cursorShape = z.tuple([z.string()]);

function newest(userId: string, { limit, cursor }: PageQuery) {
  const before = cursor === undefined ? {} : { position: LessThan(keyFrom(cursor, cursorShape)[0]) };
  return { where: { userId, ...before }, order: { position: 'DESC' as const }, take: limit + 1 };
}

@Injectable()
export class ZapsQueries {
  constructor(private readonly dataSource: DataSource) {}

  async balance(userId: string): Promise<Balance> {
    const row = await this.dataSource.getRepository(walletBalanceEntity).findOneBy({ userId });
    return { balance: toZaps(row?.available ?? 0) };
  }

  /** Returns a page of transactions, newest first. */
  async transactions(userId: string, page: PageQuery): Promise<Page<Transaction>> {
    const rows = await this.dataSource.getRepository(zapTransactionEntity).find(newest(userId, page));
    const { items, next } = pageOf(rows, page.limit, ({ position }) => [position]);
    const shown = items.map(({ id, description, units, createdAt, holdId }) => ({
      id,
      description,
      amount: toZaps(units),
      createdAt,
      holdId,
    }));
    return { items: shown, next };
  }

  /** Returns a page of usage events, newest first. */
  async usageEvents(userId: string, page: PageQuery): Promise<Page<UsageEvent>> {
    const rows = await this.dataSource.getRepository(usageEventEntity).find(newest(userId, page));
    const { items, next } = pageOf(rows, page.limit, ({ position }) => [position]);
    const shown = items.map(({ id, holdId, provider, operation, model, createdAt, units, usd }) => {
      const costs = { computedCostZaps: toZaps(units), computedCostUsd: usd };
      return { id, holdId, provider, operation, model, createdAt, ...costs };
    });
    return { items: shown, next };
  }

  /** Returns the costs of a project; zeros if nothing was spent. The caller must have checked the project's owner. */
  async projectCosts(projectId: string): Promise<ProjectCosts> {
    const row = await this.dataSource.getRepository(projectCostEntity).findOneBy({ projectId });
    const breakdown: ProjectCosts['breakdown'] = {};
    for (const [category, operations] of Object.entries(row?.breakdown ?? {})) {
      const cells = Object.entries(operations).map(([operation, cell]) => [operation, total(cell)] as const);
      breakdown[category] = Object.fromEntries(cells);
    }
    return { projectId, totalZaps: toZaps(row?.totalUnits ?? 0), totalUsd: row?.totalUsd ?? 0, breakdown };
  }
}

const total = ({ count, units, usd }: CostCell): CostTotal => ({ count, totalZaps: toZaps(units), totalUsd: usd });
