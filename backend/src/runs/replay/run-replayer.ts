import type { ReplayReport, RunRecording } from '@storyreel/contracts';

/** Reference to a run in the log: the id of its job or request, and the stream of its first event. */
export interface RunRef {
  runId: string;
  /** project-<id> for a generation, textwork-<id> for a text. */
  streamId: string;
}

/** Reads a run from the log and replays its decisions with the current code. Calls no provider and appends nothing. */
export abstract class RunReplayer {
  /** Replays a run; returns null when the stream has no such run. */
  abstract replay(run: RunRef): Promise<ReplayReport | null>;
  /** Returns the recorded requests to providers and their answers. */
  abstract recording(run: RunRef): Promise<RunRecording>;
}
