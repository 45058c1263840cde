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

/** Recorded facts of a run other than its provider calls. */
export interface RecordedRun {
  projectId: string;
  /** Data of the job's first event. */
  queued: JobData<'Queued'>;
  /** Data of the Completed event; null if there is none. */
  completed: JobData<'Completed'> | null;
  /** Error of a failure before the provider was called. */
  failedBefore: string | null;
  /** Error of any failure. */
  failed: string | null;
}

/** Replacements for the product's services in a replay. */
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
  /** The provider port that the kind's worker calls; null when no provider is needed. */
  port: CalledPort | null;
  /**
   * Returns the list price of a job according to the current price book, from the data of the job's first event; null
   * if it has none.
   */
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
  /** Number of pixels of the result, for operations priced by size. */
  pixels?: number;
}

/**
 * An operation of the price book, and a function that explains its price according to the current price book. The price
 * is null if it cannot be derived.
 */
export type Explains = [operation: string, explain: (asked: PricedBy) => { what: string; price: Price | null }];

/** Everything that a kind of generation adds to the app. */
export interface KindParts extends Required<Pick<ModuleMetadata, 'controllers' | 'providers'>> {
  kind: JobKind;
  replay: KindReplay;
  /** Decisions that may refuse a job of this kind. */
  refusals: Refusable[];
  views: AnyView[];
  processes: Reactor[];
  pushRules: PushRule[];
  /**
   * Explains the charge for one result. Without it, the ledger's own code explains the charges, as for the older kinds.
   */
  explains?: Explains;
}
