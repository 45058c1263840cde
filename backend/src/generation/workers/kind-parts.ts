import type { ModuleMetadata } from '@nestjs/common';
import type { Price } from '@storyreel/contracts';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import type { PushRule } from '../../eventsourcing/push/push-rule';
import type { Job, Reactor } from '../../eventsourcing/reactors/reactor';
import type { Refusable } from '../../eventsourcing/refusals/refusals';
import type { AnyView } from '../../eventsourcing/views/view';
import type { MediaStore } from '../../infra/storage';
import type { GenerationProvider } from '../../integrations/ports/generation-provider';
import type { CalledPort } from '../../integrations/recording/todays-request';
import type { JobData, JobKind, ProjectEvent, ProjectState } from '../../projects/storyboard';
import type { GenerationWorker, JobOrchestrator } from './job-orchestrator';
import type { ExaminesResults } from './media-worker';

/** Recorded facts of a run besides its provider calls. */
export interface RecordedRun {
  projectId: string;
  /** Data of the job's first event. */
  queued: JobData<'Queued'>;
  /** Data of the Completed event; null without one. */
  completed: JobData<'Completed'> | null;
  /** Error of a failure before the provider was called. */
  failedBefore: string | null;
  /** Error of any failure. */
  failed: string | null;
}

/** Stand-ins for the product's services in a replay. */
export interface ReplayParts {
  manager: JobOrchestrator;
  media: Pick<MediaStore, 'save'>;
  examiner: ExaminesResults;
  provider: GenerationProvider<unknown>;
  run: RecordedRun;
  /** Returns true once the provider has reported success in this replay. */
  hasSucceeded: () => boolean;
}

type Saved = { url: string; size?: number; mimeType?: string };

/** Defines how runs of a kind are replayed. */
export interface KindReplay {
  /** The provider port that its worker calls; null when the work is done here. */
  port: CalledPort | null;
  /** Returns the list price of a job by today's price book, from the data of its first event; null without one. */
  price: (this: void, queued: JobData<'Queued'>) => Price | null;
  /** Decides the job's first event. */
  queue(run: RecordedRun, context: CommandContext, state: ProjectState, environment: Environment): ProjectEvent[];
  worker(parts: ReplayParts): Pick<GenerationWorker<never, never, never>, 'worker'> & {
    run(job: Job, signal: AbortSignal): Promise<unknown>;
    exhausted(job: Job, error: Error): Promise<void>;
  };
  /** Returns the stored copies of the results, by the keys they are saved under. */
  saved: (this: void, jobId: string, run: RecordedRun) => ReadonlyMap<string, Saved>;
}

/** The parts of a request that decide its price. */
export interface PricedBy {
  model: string;
  images?: number;
  /**
   * An operation of the price book, with the explanation of a price by today's book; without a price when none can be
   * derived.
   */
  pixels?: number;
}

/**
 * An operation of the price book and the current book's explanation of its price; without a price if none can be
 * derived.
 */
export type Explains = [operation: string, explain: (asked: PricedBy) => { what: string; price: Price | null }];

/** Everything a kind of generation contributes to the app. */
export interface KindParts extends Required<Pick<ModuleMetadata, 'controllers' | 'providers'>> {
  kind: JobKind;
  replay: KindReplay;
  /** Decisions that may refuse a job of this kind. */
  refusals: Refusable[];
  views: AnyView[];
  processes: Reactor[];
  pushRules: PushRule[];
  /** Explains the charge of one result. The older kinds are explained by the ledger's own code. */
  explains?: Explains;
}
