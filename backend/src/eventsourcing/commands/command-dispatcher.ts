import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EventStore, type Position } from '../event-store/event-store';
import { requestContext } from '../../infra/http/request-context';
import { ViewRunner } from '../views/view-runner';
import type { Committed } from './aggregate-store';
import { type CommandContext, userContext } from './command-context';
import type { AggregateCommand } from './command-handler';

/** Maximum time that a response waits for the views. Then the response is sent, and subsequent reads wait instead. */
const WAIT_MS = 3_000;

/** Controllers' entry point for commands. */
@Injectable()
export class CommandDispatcher {
  constructor(
    private readonly bus: CommandBus,
    private readonly views: ViewRunner,
    @Inject(EventStore) private readonly events: Pick<EventStore, 'head'>,
  ) {}

  /** Runs the command and waits, for a limited time, until the views show its events. */
  async execute<State>(command: AggregateCommand<State, unknown>): Promise<Committed<State>> {
    const committed = await this.bus.execute(command);
    await this.waitUntilShown(committed);
    return committed;
  }

  /**
   * Like `waitForViews`, for a command's result. After a command without effect, waits for the log's current head,
   * because another request, job or node may just have recorded the same effect.
   */
  async waitUntilShown({ position }: Pick<Committed, 'position'>): Promise<void> {
    if (position) await this.waitForViews(position);
    else await this.waitForOthers();
  }

  async waitForViews(position: Position): Promise<void> {
    const reached = await this.views.waitFor(position, WAIT_MS);
    requestContext()?.setPosition(position, reached);
  }

  /** Like `waitForViews`, for events written by other requests, jobs or nodes. */
  async waitForOthers(): Promise<void> {
    const head = await this.events.head();
    if (head) await this.waitForViews(head);
  }

  /** @param commandId set for a command that may be repeated */
  context(user: { id: string }, commandId?: string): CommandContext {
    return userContext(user.id, { correlationId: requestContext()?.correlationId, commandId });
  }
}
