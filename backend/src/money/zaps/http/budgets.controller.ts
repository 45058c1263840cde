import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { type Budgets, budgetsSchema, setBudgetRequestSchema, toUnits, toZaps } from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { Clock } from '../../../lib/time';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import { IdPipe } from '../../../infra/http/request-params';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../../infra/sessions';
import { ownProject, projectAggregate } from '../../../projects/storyboard';
import { budgetedProjects, findBudget, monthOf, spendingIn } from '../domain/budgets';
import type { BudgetScope } from '../domain/wallet-entry';
import { SetBudget } from '../domain/set-budget';
import { walletAggregate, type WalletState } from '../domain/wallet';

class SetBudgetDto extends createZodDto(setBudgetRequestSchema) {}

/** Sets and shows budgets. The answers are read from the wallet itself, which also checks reservations against them. */
@Controller('api')
export class BudgetsController {
  constructor(
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly clock: Clock,
  ) {}

  @Get('credits/budgets')
  @Answers(budgetsSchema)
  async budgets(@CurrentUser() user: SessionUser): Promise<Budgets> {
    return this.present(await this.store.load(walletAggregate, user.id));
  }

  @Put('credits/budget')
  @Answers(budgetsSchema)
  setOwn(@CurrentUser() user: SessionUser, @Body() { monthlyZaps }: SetBudgetDto): Promise<Budgets> {
    return this.set(user, 'person', monthlyZaps);
  }

  @Put('projects/:id/budget')
  @Answers(budgetsSchema)
  async setOfProject(
    @Param('id', IdPipe) projectId: string,
    @CurrentUser() user: SessionUser,
    @Body() { monthlyZaps }: SetBudgetDto,
  ): Promise<Budgets> {
    ownProject(await this.store.load(projectAggregate, projectId), { ownerId: user.id });
    return this.set(user, { projectId }, monthlyZaps);
  }

  private async set(user: SessionUser, scope: BudgetScope, zaps: number | null): Promise<Budgets> {
    const budget = { scope, monthlyUnits: zaps === null ? null : toUnits(zaps), by: user.id };
    const command = new SetBudget(user.id, budget, this.dispatcher.context(user));
    return this.present((await this.dispatcher.execute(command)).state);
  }

  private present({ budgets, spending }: WalletState): Budgets {
    const month = monthOf(this.clock.now().toISOString());
    const { units, projects } = spendingIn(spending, month);
    const shown = (scope: BudgetScope, spent: number) => {
      const limit = findBudget(budgets, scope)?.monthlyUnits;
      return { monthlyZaps: limit === undefined ? null : toZaps(limit), spentZaps: toZaps(spent) };
    };
    const ids = new Set([...budgetedProjects(budgets), ...Object.keys(projects)]);
    return {
      month,
      person: shown('person', units),
      projects: [...ids].map((projectId) => ({ projectId, ...shown({ projectId }, projects[projectId] ?? 0) })),
    };
  }
}
