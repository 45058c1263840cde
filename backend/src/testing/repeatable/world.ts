import type { Type } from '@nestjs/common';
import { createSceneRequestSchema } from '@storyreel/contracts';
import { AggregateStore, type Committed } from '../../eventsourcing/commands/aggregate-store';
import { type CommandContext, userContext } from '../../eventsourcing/commands/command-context';
import type { AggregateHandler } from '../../eventsourcing/commands/command-handler';
import { systemClock } from '../../lib/time';
import type { Aggregate } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import type { EventStore } from '../../eventsourcing/event-store';
import { derivedId, randomIds } from '../../lib/ids';
import type { Job } from '../../eventsourcing/reactors/reactor';
import { CreateProject, CreateProjectHandler } from '../../projects/storyboard/domain/project-commands';
import { AddScene, AddSceneHandler } from '../../projects/storyboard/domain/scene-commands';
import { ClosePaidWork } from '../../generation/workers/close-paid-work';
import { ExpireReservation } from '../../app/close-holds';
import { HoldCloser } from '../../runs';
import { PurchaseZaps, PurchaseZapsHandler } from '../../money/zaps/domain/credit-wallet';
import { PaidWork } from '../../money/zaps';
import { RunZapsJob } from '../../money/zaps/zaps-job';

export const purposeOf = (projectId: string | null, workId: string) => ({
  provider: 'sandbox',
  model: 'v6.1',
  operation: 'generate_image',
  category: 'image' as const,
  description: 'x',
  projectId,
  sceneId: null,
  workId,
  requestHash: 'hash',
});

/** A request for a scene, with all fields at their defaults. */
export const plainScene = createSceneRequestSchema.omit({ projectId: true, idempotencyKey: true }).parse({});

/** A node that has its own caches and shares its log with the other nodes. */
export class Node {
  readonly store: AggregateStore;
  readonly paidWork: PaidWork;

  constructor(readonly events: EventStore) {
    this.store = new AggregateStore(events, systemClock, randomIds);
    this.paidWork = new PaidWork(this.store);
  }

  /** Runs a command as the command bus would. */
  send<C, State>(handler: Type<AggregateHandler<C, State>>, command: C): Promise<Committed<State>> {
    return new handler(this.store).execute(command);
  }

  zapsJobs(): RunZapsJob {
    return new RunZapsJob(this.store, this.paidWork);
  }
  closePaidWork(): ClosePaidWork {
    return new ClosePaidWork(this.store, this.paidWork);
  }
  expireReservation(): ExpireReservation {
    return new ExpireReservation(new HoldCloser(this.store, this.events, this.paidWork));
  }
}

/** A user with a project, a wallet and an id for each command; new in every test. */
export class World {
  readonly userId = randomIds.next();
  readonly projectId = randomIds.next();
  readonly sceneId = randomIds.next();
  readonly jobId = randomIds.next();
  readonly holdId = randomIds.next();

  id(name: string): string {
    return derivedId(this.userId, name);
  }

  /** Returns the context of a command repeated under its name; without a name, of a new command. */
  context(name?: string): CommandContext {
    return userContext(this.userId, name === undefined ? {} : { commandId: this.id(name) });
  }

  job(queue: string, payload: Record<string, unknown>): Job {
    const ids = { id: '1', queue, dedupKey: 'key', correlationId: 'correlation', causationId: 'cause' };
    return { ...ids, ownerId: this.userId, payload, attempt: 1, maxAttempts: 3 };
  }

  async project(node: Node): Promise<void> {
    const fields = { title: 'T', description: '', status: 'draft' as const };
    await node.send(CreateProjectHandler, new CreateProject(this.projectId, fields, this.context()));
    await this.scene(node, this.sceneId);
  }

  async scene(node: Node, sceneId = randomIds.next()): Promise<void> {
    const scene = { ...plainScene, sceneId, imageUrl: 'https://example.com/main.png' };
    await node.send(AddSceneHandler, new AddScene(this.projectId, scene, this.context()));
  }

  buy(node: Node, zaps = 100, name?: string): Promise<Committed<unknown>> {
    const context = this.context(name);
    const purchase = { purchaseId: context.commandId, zaps, sandbox: true };
    return node.send(PurchaseZapsHandler, new PurchaseZaps(this.userId, purchase, context));
  }

  reserve(node: Node, holdId = this.holdId): ReturnType<PaidWork['reserve']> {
    const price = { units: 40_000, usd: 0, version: 'v' };
    const deadline = '2026-01-01T06:00:00.000Z';
    const purpose = purposeOf(this.projectId, this.jobId);
    return node.paidWork.reserve({ userId: this.userId, holdId, price, purpose, deadline, bulk: false });
  }

  decide<State, Event extends DomainEvent>(
    { store }: Node,
    aggregate: Aggregate<State, Event>,
    id: string,
    context: CommandContext,
    decide: Parameters<typeof store.execute<State, Event>>[3],
  ): Promise<Committed<State>> {
    return store.execute(aggregate, id, context, decide);
  }
}

/** An operation that may be repeated: by a job that ran before, or by a request under its key. */
export interface Repeatable {
  name: string;
  /** Class names of the commands and job workers that this row covers. */
  covers: string[];
  setup?(world: World, node: Node): Promise<unknown>;
  /** Runs the command or job, and returns its result for the caller. */
  run(world: World, node: Node): Promise<unknown>;
  /** Runs changes by others before the repeat. */
  between?(world: World, node: Node): Promise<unknown>;
  /** Types of the events made, once each despite the repeat. */
  makes: string[];
}
