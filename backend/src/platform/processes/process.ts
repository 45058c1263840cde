import type { RecordedEvent } from '../domain/domain-event';

/** A durable job that an event asks for. Its row is written in the transaction that moves the process's checkpoint. */
export interface JobRequest {
  queue: string;
  /** One job a key and queue, ever: the same event seen twice asks for the same job. */
  dedupKey: string;
  ownerId: string;
  /** Small JSON: ids, not content; the worker reads the rest from the log or a view. */
  payload: Record<string, unknown>;
  /** ISO 8601; absent: at once. */
  runAt?: string;
  correlationId: string;
  causationId: string;
}

/** Reacts to events. Pure: the same event always asks for the same jobs. */
export interface Process {
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
  correlationId: string;
  causationId: string;
}

/** Does the jobs of a queue. Its outcome is written as events whose ids derive from the job, so a repeat is harmless. */
export interface JobHandler {
  queue: string;
  /** How many run at once across the installation. */
  concurrency: number;
  maxAttempts: number;
  /** Claims serve the user with the fewest running jobs first. */
  fair?: boolean;
  /** @throws to be tried again later, up to maxAttempts; then `exhausted` is called and the job is dead. */
  run(job: Job, signal: AbortSignal): Promise<void>;
  exhausted?(job: Job, error: Error): Promise<void>;
}
