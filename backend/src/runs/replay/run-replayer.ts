import type { ReplayReport, RunRecording } from '@storyreel/contracts';

/** A run in the log: the id of its job or request, and the stream of its first event. */
export interface RunRef {
  runId: string;
  /** project-<id> of a generation, textwork-<id> of a text. */
  streamId: string;
}

/** Reads a run from the log, and decides it again by the code of today. No provider is called, nothing is appended. */
export abstract class RunReplayer {
  /** Null when the stream knows no such run. */
  abstract replay(run: RunRef): Promise<ReplayReport | null>;
  /** What its providers were asked and answered. */
  abstract recording(run: RunRef): Promise<RunRecording>;
}
