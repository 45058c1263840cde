import { Inject, Injectable } from '@nestjs/common';
import { isOwnEvent } from '../../eventsourcing/domain/scoped-event-store';
import { streamOf } from '../../eventsourcing/domain/aggregate';
import { toRecorded } from '../../eventsourcing/domain/domain-event';
import { readable } from '../../eventsourcing/domain/upcast';
import { EventStore } from '../../eventsourcing/event-store/event-store';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { ledgerKeys, type ProvenanceFile, signProvenance } from '../../ledger';
import { Clock } from '../../lib/time';
import { isJobEvent, isStep, type JobData, projectAggregate, type ProjectState } from '../../projects/storyboard';

type Run = Pick<ProvenanceFile, 'model' | 'runId' | 'madeAt'>;
const NO_RUN: Run = { model: null, runId: null, madeAt: null };

/** A file of the ZIP. */
interface PackedFile {
  url: string;
  file: string;
  sha256: string;
  size: number;
  generated: boolean;
  mixed: boolean;
}

/** Makes the signed list of origins of all files in a project's ZIP. */
@Injectable()
export class ProvenanceOfFiles {
  constructor(
    @Inject(EventStore) private readonly events: Pick<EventStore, 'readStream'>,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async of({ id, fields: { title } }: ProjectState, packed: readonly PackedFile[]): Promise<string> {
    const runs = await this.runs(id);
    const files = packed.map(({ url, file, sha256, size, generated, mixed }): ProvenanceFile => {
      const origin = !generated ? 'uploaded' : mixed ? 'edited' : 'generated';
      return { file, sha256, size, origin, ...(runs.get(url) ?? NO_RUN) };
    });
    const list = { project: { id, title }, packedAt: this.clock.now().toISOString(), files };
    return signProvenance(list, ledgerKeys(this.config).signing);
  }

  /** Returns the runs that made the project's delivered files, by the files' addresses. */
  private async runs(projectId: string): Promise<Map<string, Run>> {
    const models = new Map<string, string | null>();
    const runs = new Map<string, Run>();
    const own = new Set([projectAggregate.category]);
    for await (const stored of this.events.readStream(streamOf(projectAggregate.category, projectId))) {
      if (!isOwnEvent(stored, own)) continue;
      const event = readable(toRecorded(stored));
      if (!isJobEvent(event)) continue;
      const { jobId: runId } = event.data;
      if (isStep(event, 'Queued')) models.set(runId, modelOf(event.data));
      if (!isStep(event, 'Completed')) continue;
      const run = { model: models.get(runId) ?? null, runId, madeAt: event.metadata.at };
      for (const url of Object.keys(event.data.delivered ?? {})) runs.set(url, run);
    }
    return runs;
  }
}

/** Returns the model of a queued event, whose field depends on the job kind; null for a film, which has no model. */
const modelOf = ({ model, modelId }: JobData<'Queued'>): string | null => model ?? modelId ?? null;
