import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { DomainError } from '../../lib/domain-error';
import { AggregateStore, decidedAt } from '../commands/aggregate-store';
import type { DecidedAt } from '../commands/aggregate-store';
import type { CommandContext } from '../commands/command-context';
import type { AggregateCommand } from '../commands/command-handler';
import { streamOf } from '../domain/aggregate';
import type { Aggregate, Environment } from '../domain/aggregate';
import type { DomainEvent } from '../domain/domain-event';

/** A refused command, with all data that is needed to decide it again. */
export interface Refused {
  command: string;
  /** The command's data; null when it was too large to store, so that the command is not decided again. */
  data: object | null;
  /** The state on which the refusal was decided: the stream up to this revision; -1 for an empty stream. */
  streamId: string;
  revision: number;
  /** ISO 8601: the time that was passed to the decision. */
  decidedAt: string;
  code: string;
  /** The message shown to the user, including its numbers. */
  message: string;
}

export type RefusalEvent = DomainEvent<'CommandRefused', Refused>;

interface RefusalsState {
  /** The newest day (UTC) with a refusal, and the number of refusals on that day. */
  day: string;
  count: number;
  /** The newest refusals, to detect repeats. */
  newest: readonly string[];
}

/** Maximum refusals recorded per user and day (UTC), so that a client in a loop cannot fill the log. */
export const REFUSALS_A_DAY = 50;
/** Maximum characters of a command's data as JSON; larger data is left out. */
const MOST_DATA = 16_384;
const REMEMBERED = 20;

/** Identifies a refusal by its command and state. The same refusal on the same state is not worth recording twice. */
const nameOf = ({ command, streamId, revision, code, message }: Refused): string =>
  [command, streamId, revision, code, message].join(' ');

/** Stream `refusals-<user id>`: a user's refused paid commands, kept for replays. */
export const refusalsAggregate: Aggregate<RefusalsState, RefusalEvent> = {
  category: 'refusals',
  initial: { day: '', count: 0, newest: [] },
  evolve({ day, count, newest }, { data }, { at }) {
    const today = at.slice(0, 10);
    return {
      day: today,
      count: today === day ? count + 1 : 1,
      newest: [...newest, nameOf(data)].slice(-REMEMBERED),
    };
  },
  snapshot: { version: 1 },
};

/** Records a refusal, unless the day's quota is used up or it repeats one of the newest. */
export function decideRecord(
  refused: Refused,
  { day, count, newest }: RefusalsState,
  { now }: Pick<Environment, 'now'>,
): RefusalEvent[] {
  const isFull = day === now.slice(0, 10) && count >= REFUSALS_A_DAY;
  if (isFull || newest.includes(nameOf(refused))) return [];
  return [{ type: 'CommandRefused', data: refused }];
}

const MEASURED = (data: object): object | null => (JSON.stringify(data).length > MOST_DATA ? null : data);

/** A decision whose refusals are recorded, and the function with which the current code repeats it. */
export interface Refusable {
  command: string;
  aggregate: Aggregate<unknown, DomainEvent>;
  /** @throws DomainError when the current code refuses the command again */
  decide(
    refused: { aggregateId: string; data: object; context: CommandContext },
    state: unknown,
    env: Environment,
  ): DomainEvent[];
}

/**
 * Returns a decision whose refusals are recorded. What is recorded under a name is the data and the state of that
 * decision.
 */
export const refusableAs = <Data extends object, State, Event extends DomainEvent>(
  command: string,
  aggregate: Aggregate<State, Event>,
  decide: (
    refused: { aggregateId: string; data: Data; context: CommandContext },
    state: State,
    environment: Environment,
  ) => DomainEvent[],
): Refusable => ({
  command,
  aggregate,
  decide: ({ aggregateId, data, context }, state, environment) =>
    decide({ aggregateId, data: data as Data, context }, state as State, environment),
});

/** Returns a command whose refusals are recorded, with the decision that its handler makes. */
export const refusable = <Data extends object, State, Event extends DomainEvent>(
  Command: Type<AggregateCommand<State, Data>>,
  aggregate: Aggregate<State, Event>,
  decide: (command: AggregateCommand<State, Data>, state: State, environment: Environment) => Event[],
): Refusable =>
  refusableAs<Data, State, Event>(Command.name, aggregate, ({ aggregateId, data, context }, state, environment) =>
    decide(new Command(aggregateId, data, context), state, environment),
  );

export interface Asked {
  command: string;
  /** Must not contain secrets, since it is stored in the log unchanged. */
  data: object;
  /** The command's context; its owner is the user for whom the refusals are recorded. */
  context: CommandContext;
}

/** Describes a command by its name and its own data, which contains no secrets. */
export const askedBy = <State>({ constructor, data, context }: AggregateCommand<State, object>): Asked => ({
  command: constructor.name,
  data,
  context,
});

/** Records refusals of paid commands, so that a replay can decide the commands again with other code. */
@Injectable()
export class Refusals {
  private readonly logger = new Logger(Refusals.name);

  constructor(@Inject(AggregateStore) private readonly store: Pick<AggregateStore, 'execute'>) {}

  /**
   * Runs a decision; if the decision is refused, records the refusal and rethrows it.
   * @param on the state on which `run` decides, unless the store loads that state
   */
  async watch<T>(asked: Asked, run: () => T | Promise<T>, on?: Omit<DecidedAt, 'at'>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof DomainError) await this.record(asked, error, decidedAt(error) ?? on);
      throw error;
    }
  }

  /** If recording fails, the failure is only logged: the user gets the refusal in any case. */
  private async record(
    { command, data, context }: Asked,
    { code, message }: DomainError,
    on?: Omit<DecidedAt, 'at'> & Partial<DecidedAt>,
  ): Promise<void> {
    // Nothing to record: the refusal was not based on a state, for example because the wallet was too busy.
    if (!on) return;
    const { streamId, revision, at } = on;
    const refused = { command, data: MEASURED(data), streamId, revision: Number(revision), code, message };
    try {
      await this.store.execute(refusalsAggregate, context.ownerId, context, (state, env) =>
        decideRecord({ ...refused, decidedAt: at ?? env.now }, state, env),
      );
    } catch (error) {
      this.logger.warn(error, `A refusal of ${command} on ${streamId} could not be recorded.`);
    }
  }
}

/** Replaces Refusals in a replay, where the refusals are already in the log. */
export const NO_RECORD: Pick<Refusals, 'watch'> = { watch: async (_, run) => run() };

/** Returns the stream and the revision of an aggregate's state. */
export const placeOf = (category: string, id: string, revision: bigint): Omit<DecidedAt, 'at'> => ({
  streamId: streamOf(category, id),
  revision,
});
