import { PassThrough } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { FILE_LIMITS, idSchema } from '@storyreel/contracts';
import { ZipArchive } from 'archiver';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { systemContext } from '../../eventsourcing/commands/command-context';
import { jobFrom, JobWorker, reactorTo } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler } from '../../eventsourcing/reactors/reactor';
import { HourlySweep, MediaStore } from '../../infra/storage';
import { toError } from '../../lib/errors';
import { derivedId, Ids } from '../../lib/ids';
import { Clock } from '../../lib/time';
import { ARCHIVE_MS, archiveAggregate, type ArchiveEvent, decideStep, isPreparing } from './archive';
import { ARCHIVE_TYPE, ArchivePacker, type Packed } from './pack-archive';

const ARCHIVES_QUEUE = 'archives';

/**
 * Returns the archive's name in the storage. Each run has its own name, so that two concurrent runs never write the
 * same file.
 */
export const fileOf = ({ id, runId }: { id: string; runId: string }): string => `archive:${id}:${runId}`;

/** Turns a request into a durable job. */
export const prepareArchiveReactor = reactorTo<Extract<ArchiveEvent, { type: 'ArchiveRequested' }>>({
  name: 'prepare-archive',
  types: ['ArchiveRequested'],
  react(event) {
    const { archiveId } = event.data;
    return [jobFrom(event, { queue: ARCHIVES_QUEUE, dedupKey: archiveId, payload: { archiveId } })];
  },
});

const payloadSchema = z.object({ archiveId: idSchema });
/** Percentage points of progress between two recorded events. */
const STEP_PERCENT = 10;
/** The archive's stated origin: no model made the archive, even if models made some of its files. */
const OURS = { byModel: false, from: [] };
/** Maximum size: all files, plus room for texts and the overhead of the format. */
const MAX_BYTES = 2 * FILE_LIMITS.archive;

/**
 * Writes an archive into the storage. A run that a restart cuts off leaves no file behind, and the next run starts
 * over.
 */
@Injectable()
@JobWorker()
export class PrepareArchive implements JobHandler {
  readonly queue = ARCHIVES_QUEUE;
  readonly concurrency = 2;
  readonly perUser = 1;
  readonly fair = true;
  readonly maxAttempts = 5;

  constructor(
    private readonly store: AggregateStore,
    private readonly media: MediaStore,
    private readonly packer: ArchivePacker,
    private readonly ids: Ids,
  ) {}

  async run(job: Job, signal: AbortSignal): Promise<void> {
    const { archiveId } = payloadSchema.parse(job.payload);
    const state = await this.store.load(archiveAggregate, job.ownerId);
    if (!isPreparing(state, archiveId)) return;
    if (state.replaced) await this.media.remove(job.ownerId, fileOf(state.replaced));
    const runId = this.ids.next();
    const { bytes, ...packed } = await this.write(job, { id: archiveId, runId }, signal);
    const prepared = { type: 'ArchivePrepared' as const, data: { archiveId, runId, bytes, ...packed } };
    const { newest } = (await this.step(job, prepared)).state;
    // Another run has already prepared the archive.
    if (newest?.prepared?.runId !== runId) await this.media.remove(job.ownerId, fileOf({ id: archiveId, runId }));
  }

  async exhausted(job: Job): Promise<void> {
    const { archiveId } = payloadSchema.parse(job.payload);
    await this.step(job, { type: 'ArchiveFailed', data: { archiveId } });
  }

  private async write(
    job: Job,
    of: { id: string; runId: string },
    signal: AbortSignal,
  ): Promise<Packed & { bytes: number }> {
    const archive = new ZipArchive();
    const out = new PassThrough();
    const ended = new AbortController();
    const end = (error: unknown) => {
      ended.abort(error);
      archive.destroy();
      out.destroy(toError(error));
    };
    archive.on('error', end);
    // The stream may fail before anybody reads it; whoever reads it later still gets the error.
    out.on('error', () => undefined);
    const zip = { archive, signal: AbortSignal.any([signal, ended.signal]) };
    const file = { contentType: ARCHIVE_TYPE, visibility: 'private' as const, maxBytes: MAX_BYTES };
    archive.pipe(out);
    const [saved, packed] = await Promise.allSettled([
      this.media
        .save({ ...file, ownerId: job.ownerId, key: fileOf(of), stream: out, origin: OURS })
        .catch((error: unknown) => {
          end(error);
          throw error;
        }),
      this.packer.pack(zip, job.ownerId, await this.progress(job, of.id)).catch((error: unknown) => {
        end(error);
        throw error;
      }),
    ]);
    if (ended.signal.aborted) throw toError(ended.signal.reason);
    if (saved.status === 'rejected') throw toError(saved.reason);
    if (packed.status === 'rejected') throw toError(packed.reason);
    return { ...packed.value, bytes: saved.value.size };
  }

  /** Returns a function that reports the progress to the owner. */
  private async progress(job: Job, archiveId: string): Promise<(bytes: number) => Promise<void>> {
    const total = Math.max(1, await this.packer.bytesOf(job.ownerId));
    let done = 0;
    let told = 0;
    return async (bytes) => {
      done += bytes;
      const percent = Math.min(99, Math.floor((done / total) * 100));
      if (percent < told + STEP_PERCENT) return;
      told = percent;
      await this.step(job, { type: 'ArchiveProgressed', data: { archiveId, percent } });
    };
  }

  private step(job: Job, event: ArchiveEvent) {
    const { ownerId, correlationId, causationId } = job;
    const commandId = derivedId(event.data.archiveId, event.type, JSON.stringify(event.data));
    const context = systemContext('prepare-archive', ownerId, { commandId, correlationId, causationId });
    return this.store.execute(archiveAggregate, ownerId, context, (state) => decideStep(state, event));
  }
}

/** Deletes archives a week after they were made. */
@Injectable()
export class ExpiredArchives extends HourlySweep {
  protected readonly what = 'Expired archives';

  constructor(
    private readonly media: MediaStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  sweep(): Promise<number> {
    return this.media.removeOlder(ARCHIVE_TYPE, new Date(this.clock.now().getTime() - ARCHIVE_MS));
  }
}
