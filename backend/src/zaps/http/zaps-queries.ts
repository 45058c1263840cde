import { Inject, Injectable } from '@nestjs/common';
import {
  type Balance,
  type CostTotal,
  type ProjectCosts,
  toZaps,
  type Transaction,
  type UsageEvent,
} from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { projectCostEntity, type CostCell } from '../views/project-cost.view';
import { usageEventEntity } from '../views/usage-event.view';
import { walletBalanceEntity } from '../views/wallet-balance.view';
import { zapTransactionEntity } from '../views/zap-transaction.view';

/** Newest lines a list answers with. */
const LIST_LIMIT = 500;

@Injectable()
export class ZapsQueries {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async balance(userId: string): Promise<Balance> {
    const row = await this.dataSource.getRepository(walletBalanceEntity).findOneBy({ userId });
    return { balance: toZaps(row?.available ?? 0) };
  }

  async transactions(userId: string): Promise<Transaction[]> {
    const newest = { where: { userId }, order: { position: 'DESC' as const }, take: LIST_LIMIT };
    const rows = await this.dataSource.getRepository(zapTransactionEntity).find(newest);
    return rows.map(({ id, description, units, createdAt }) => ({ id, description, amount: toZaps(units), createdAt }));
  }

  async usageEvents(userId: string): Promise<UsageEvent[]> {
    const newest = { where: { userId }, order: { position: 'DESC' as const }, take: LIST_LIMIT };
    const rows = await this.dataSource.getRepository(usageEventEntity).find(newest);
    return rows.map(({ id, provider, operation, model, createdAt, units, usd }) => {
      const costs = { computedCostZaps: toZaps(units), computedCostUsd: usd };
      return { id, provider, operation, model, createdAt, ...costs };
    });
  }

  /** Nothing spent yet is a sum of zero; whose project it is has been checked before. */
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
