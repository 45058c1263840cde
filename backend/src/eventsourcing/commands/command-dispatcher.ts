import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EVENT_STORE, type EventStore, type Position } from '../event-store/event-store';
import { requestContext } from '../../infra/http/request-context';
import { ViewRunner } from '../views/view-runner';
import type { Committed } from './aggregate-store';
import { type CommandContext, userContext } from './command-context';
import type { AggregateCommand } from './command-handler';

/** How long an answer waits for the views. Later than that it goes out, and the next reads wait. */
const WAIT_MS = 3_000;

/** Where controllers hand their commands in. */
@Injectable()
export class CommandDispatcher {
  constructor(
    @Inject(CommandBus) private readonly bus: CommandBus,
    @Inject(ViewRunner) private readonly views: ViewRunner,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'head'>,
  ) {}

  /** Runs the command and waits, bounded, until the views show what it did. */
  async execute<State>(command: AggregateCommand<State, unknown>): Promise<Committed<State>> {
    const committed = await this.bus.execute(command);
    await this.waitUntilShown(committed);
    return committed;
  }

  /**
   * As `waitForViews`, for what was committed. What finds nothing to do may have been done a moment ago, by a request that
   * still waits for the views, by a job or on another node.
   */
  async waitUntilShown({ position }: Pick<Committed, 'position'>): Promise<void> {
    if (position) await this.waitForViews(position);
    else await this.waitForOthers();
  }

  async waitForViews(position: Position): Promise<void> {
    const reached = await this.views.waitFor(position, WAIT_MS);
    requestContext()?.setPosition(position, reached);
  }

  /** As `waitForViews`, for what somebody else has written. */
  async waitForOthers(): Promise<void> {
    const head = await this.events.head();
    if (head) await this.waitForViews(head);
  }

  /** `commandId`: of a command that may come again. */
  context(user: { id: string }, commandId?: string): CommandContext {
    return userContext(user.id, { correlationId: requestContext()?.correlationId, commandId });
  }
}
