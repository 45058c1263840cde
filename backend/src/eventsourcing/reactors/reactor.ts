import { DiscoveryService } from '@nestjs/core';
import { isOneOf } from '../domain/domain-event';
import type { DomainEvent, RecordedEvent } from '../domain/domain-event';

/** A durable job requested by an event. Its row is written in the transaction that moves the reactor's checkpoint. */
export interface JobRequest {
  queue: string;
  /** There is one job per queue and key, so an event that is processed twice requests the same job. */
  dedupKey: string;
  ownerId: string;
  /** Small JSON: ids, no content. The worker reads everything else from the log or a view. */
  payload: Record<string, unknown>;
  /** Delay after the event in milliseconds, by the stores' clocks; none by default. */
  delayMs?: number;
  correlationId: string;
  causationId: string;
}

/** Returns the job that an event requests for its owner. */
export const jobFrom = (
  { id, metadata: { ownerId, correlationId } }: RecordedEvent,
  asked: Pick<JobRequest, 'queue' | 'dedupKey' | 'payload'> & Partial<JobRequest>,
): JobRequest => ({ ownerId, correlationId, causationId: id, ...asked });

/**
 * Reacts to events. Pure: the same event always requests the same jobs. An event on which the reactor throws is parked,
 * and processing continues. A new reactor begins at the start of the log.
 */
export interface Reactor {
  /** Identifies the reactor's checkpoint, so a renamed reactor counts as new. */
  name: string;
  types: readonly string[];
  react(event: RecordedEvent): JobRequest[];
}

/** Creates a reactor to some event types of a union; its events are narrowed to those types. */
export function reactorTo<Event extends DomainEvent>({
  name,
  types,
  react,
}: {
  name: string;
  types: readonly Event['type'][];
  react: (event: RecordedEvent<Event>) => JobRequest[];
}): Reactor {
  const isOurs = isOneOf<Event>(types);
  return { name, types, react: (event) => (isOurs(event) ? react(event) : []) };
}

export interface Job {
  id: string;
  queue: string;
  dedupKey: string;
  ownerId: string;
  payload: Record<string, unknown>;
  /** Number of the run, from 1. */
  attempt: number;
  maxAttempts: number;
  /** Number of runs in which the job's node died; none by default. */
  deaths?: number;
  correlationId: string;
  causationId: string;
}

/**
 * Runs the jobs of a queue. A job may run twice, even long after its first run. Its effects must therefore be decided
 * from the state of its streams, where the first outcome is final.
 */
export interface JobHandler {
  queue: string;
  /** Maximum number of its jobs running at once across the installation. */
  concurrency: number;
  /** Maximum number of its jobs running at once for one user. */
  perUser?: number;
  maxAttempts: number;
  /**
   * True if the work can crash its node, for example by running out of memory. Such a job is given up with `NodeDied`
   * after too many deaths; other jobs are retried.
   */
  endangersNode?: boolean;
  /** True if claims prefer the user with the fewest running jobs. */
  fair?: boolean;
  /**
   * Runs a job. Returns following jobs, which are written together with the job's completion.
   * @throws any error to retry the job later, up to maxAttempts. After that, `exhausted` is called, a few times if it
   * throws, and the job is dead.
   */
  run(job: Job, signal: AbortSignal): Promise<JobRequest[] | void>;
  exhausted?(job: Job, error: Error): Promise<void>;
}

/** Marks a Nest provider as a JobHandler, which is then discovered and run. */
export const JobWorker = DiscoveryService.createDecorator();
