import type { ModuleMetadata } from '@nestjs/common';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import type { PushRule } from '../../eventsourcing/push/push-rule';
import type { Job, Reactor } from '../../eventsourcing/reactors/reactor';
import type { AnyView } from '../../eventsourcing/views/view';
import type { MediaStore } from '../../infra/storage';
import type { GenerationProvider } from '../../integrations/ports/generation-provider';
import type { JobKind, ProjectEvent, ProjectState } from '../../projects/storyboard';
import type { GenerationWorker, JobOrchestrator } from './job-orchestrator';
import type { ExaminesResults } from './media-worker';

/** What is known of a run beside its provider calls. */
export interface RecordedRun {
  projectId: string;
  /** Of the job's first event. */
  queued: object;
  /** Of the event of its success; null when it had none. */
  completed: object | null;
  /** Why it failed before the provider was asked. */
  failedBefore: string | null;
  /** Why it failed at all. */
  failed: string | null;
}

/** What stands for the product's parts when a run is decided again. */
export interface ReplayParts {
  manager: JobOrchestrator;
  media: Pick<MediaStore, 'save'>;
  examiner: ExaminesResults;
  provider: GenerationProvider<unknown>;
  run: RecordedRun;
  /** Whether the provider has told of its success in this replay. */
  hasSucceeded: () => boolean;
}

type Saved = { url: string; size?: number; mimeType?: string };

/** How runs of a kind are decided again. */
export interface KindReplay {
  /** Decides the job's first event. */
  queue(run: RecordedRun, context: CommandContext, state: ProjectState, environment: Environment): ProjectEvent[];
  worker(parts: ReplayParts): Pick<GenerationWorker<never, never, never>, 'worker'> & {
    run(job: Job, signal: AbortSignal): Promise<unknown>;
    exhausted(job: Job, error: Error): Promise<void>;
  };
  /** Where the copies of its results lie, by the keys that they are saved under. */
  saved: (this: void, jobId: string, run: RecordedRun) => ReadonlyMap<string, Saved>;
}

/** What a kind of generation brings to the app. */
export interface KindParts extends Required<Pick<ModuleMetadata, 'controllers' | 'providers'>> {
  kind: JobKind;
  replay: KindReplay;
  views: AnyView[];
  processes: Reactor[];
  pushRules: PushRule[];
}
