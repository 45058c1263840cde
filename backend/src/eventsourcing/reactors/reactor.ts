import { DiscoveryService } from '@nestjs/core';
import type { RecordedEvent } from '../domain/domain-event';

/** A durable job that an event asks for. Its row is written in the transaction that moves the process's checkpoint. */
export interface JobRequest {
  queue: string;
  /** One job a key and queue at a time: an event that is seen twice asks for the same job. */
  dedupKey: string;
  ownerId: string;
  /** Small JSON: ids, not content; the worker reads the rest from the log or a view. */
  payload: Record<string, unknown>;
  /** Counted from the event, in milliseconds of the stores' clocks; absent: at once. */
  delayMs?: number;
  correlationId: string;
  causationId: string;
}

/**
 * Reacts to events. Pure: the same event always asks for the same jobs. An event that it cannot take is parked, and
 * everything else goes on. A new process begins at the start of the log.
 */
export interface Reactor {
  /** Names its checkpoint: under another name it is another process. */
  name: string;
  types: readonly string[];
  react(event: RecordedEvent): JobRequest[];
}

export interface Job {
  id: string;
  queue: string;
  dedupKey: string;
  ownerId: string;
  payload: Record<string, unknown>;
  /** 1 on the first run. */
  attempt: number;
  maxAttempts: number;
  /** How often its node has died while it ran; absent: never. */
  deaths?: number;
  correlationId: string;
  causationId: string;
}

/**
 * Does the jobs of a queue. A job may run twice, also long after it ran first: what it does is decided from the state
 * of its streams, where the first outcome is final.
 */
export interface JobHandler {
  queue: string;
  /** How many run at once across the installation. */
  concurrency: number;
  /** How many of one user run at once, at most. */
  perUser?: number;
  maxAttempts: number;
  /**
   * Its work can take a node with it, as when there is not the memory for it. It is given up with `NodeDied` when its nodes
   * have died too often; other jobs only wait.
   */
  endangersNode?: boolean;
  /** Claims serve the user with the fewest running jobs first. */
  fair?: boolean;
  /**
   * Answers with jobs that follow it; they are written together with its end.
   * @throws to be tried again later, up to maxAttempts; then `exhausted` is called, a few times while it throws, and the
   * job is dead
   */
  run(job: Job, signal: AbortSignal): Promise<JobRequest[] | void>;
  exhausted?(job: Job, error: Error): Promise<void>;
}

/** Marks a provider that implements JobHandler; the platform finds it and feeds it jobs. */
export const JobWorker = DiscoveryService.createDecorator();
