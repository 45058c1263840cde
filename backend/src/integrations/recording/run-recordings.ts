import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { recordingPartSchema } from '@storyreel/contracts';
import type { RecordedCalls, RecordingPart, RunRecording } from '@storyreel/contracts';
import { APP_CONFIG } from '../../infra/config/app-config';
import type { AppConfig } from '../../infra/config/app-config';
import { HourlySweep, MediaStore } from '../../infra/storage';
import type { SavedMedia } from '../../infra/storage';
import { Clock, daysBefore, withTimeout } from '../../lib/time';
import { configuredSecrets, secretsOf } from '../http/secrets';
import type { GenerationProvider } from '../ports/generation-provider';
import type { TextProvider } from '../ports/text-provider';
import { CallLog } from './call-log';
import { recordedProvider, recordedTexts } from './recorded-provider';
import { Redactor } from './redactor';

/** Media type of recordings; it also distinguishes them from other files. */
export const RECORDING_TYPE = 'application/vnd.storyreel.recording+json';
const RECORDING_BYTES = 16 * 1024 * 1024;
/** Maximum delay of a run when the storage hangs. */
const SAVE_MS = 10_000;
/** The two parts of a recording: calls before the provider accepted the work, and calls after. */
const PARTS = ['accept', 'end'] as const;
type Part = (typeof PARTS)[number];
/**
 * Suffixes for several recordings of the same attempt number: the job may have been restarted from its first attempt,
 * or a backup may hold the recording but not the job's attempt.
 */
const TRIES = [1, 2, 3] as const;

export interface Attempt {
  runId: string;
  ownerId: string;
  /** From 1. */
  attempt: number;
}

/** Records the provider calls of one attempt of a run. */
export interface Recorder {
  provider<Request>(provider: GenerationProvider<Request>, template: string): GenerationProvider<Request>;
  texts(provider: TextProvider): TextProvider;
  /** Stores the calls so far. Never throws, since a run must continue without its recording. */
  accepted(): Promise<RecordedCalls[]>;
  /** Stores the remaining calls; returns all parts of the run's recording, including those of earlier attempts. */
  ended(): Promise<RecordedCalls[]>;
  /** Stores the calls of an attempt that failed and may be retried. */
  interrupted(): Promise<void>;
}

export interface Recordings {
  begin(attempt: Attempt): Recorder;
}

/** Stores provider calls in the media storage: private, named by their run. A failure to store never fails the run. */
@Injectable()
export class RunRecordings implements Recordings {
  private readonly logger = new Logger(RunRecordings.name);
  private readonly redactor: Redactor;
  private readonly isOff: boolean;
  private hasComplained = false;

  constructor(
    private readonly media: MediaStore,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    const secrets = secretsOf(config);
    // The secrets are needed even with recordings off: events must be redacted like recordings, or a replay would find
    // a difference.
    configuredSecrets.learn(secrets);
    this.redactor = new Redactor(secrets);
    this.isOff = config.runRecordingsDays === 0;
  }

  begin(attempt: Attempt): Recorder {
    if (this.isOff) return notRecorded;
    const log = new CallLog(this.redactor, this.clock, attempt.attempt);
    const saved: RecordedCalls[] = [];
    const save = async (part: Part): Promise<void> => {
      if (log.isEmpty) return;
      const { calls, omitted } = log.take();
      const stored = await this.tried(() =>
        this.save(attempt, part, { version: 1, runId: attempt.runId, calls, omitted }),
      );
      if (stored) saved.push(stored);
    };
    return {
      provider: (provider, template) => recordedProvider(provider, log, template),
      texts: (provider) => recordedTexts(provider, log),
      accepted: async () => {
        await save('accept');
        return [...saved];
      },
      ended: async () => {
        await save('end');
        const earlier = attempt.attempt === 1 ? [] : await this.tried(() => this.earlier(attempt));
        const known = new Map([...(earlier ?? []), ...saved].map((part) => [part.key, part]));
        return [...known.values()];
      },
      interrupted: () => save('end'),
    };
  }

  private async save(attempt: Attempt, part: Part, recording: RecordingPart): Promise<RecordedCalls> {
    const buffer = Buffer.from(JSON.stringify(recording));
    const hash = createHash('sha256').update(buffer).digest('hex');
    for (const again of TRIES) {
      const saved = await this.media.save({
        ownerId: attempt.ownerId,
        buffer,
        contentType: RECORDING_TYPE,
        visibility: 'private',
        maxBytes: RECORDING_BYTES,
        key: nameOf(attempt, attempt.attempt, part, again),
      });
      // Saving under an existing name keeps the existing file.
      if (saved.sha256 === hash) return referenceTo(saved);
    }
    throw new Error(`Attempt ${attempt.attempt} of ${attempt.runId} has been recorded ${TRIES.length} times already.`);
  }

  /** Returns the parts of earlier attempts, and of this attempt if an earlier process began it. */
  private async earlier(attempt: Attempt): Promise<RecordedCalls[]> {
    const numbers = Array.from({ length: attempt.attempt }, (_, index) => index + 1);
    const names = numbers.flatMap((number) =>
      PARTS.flatMap((part) => TRIES.map((again) => nameOf(attempt, number, part, again))),
    );
    return (await this.media.findAll(attempt.ownerId, names)).map(referenceTo);
  }

  /** Returns null on failure. Only the first failure after a successful save is logged. */
  private async tried<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      const done = await withTimeout(SAVE_MS, work(), () => new Error(`The storage took longer than ${SAVE_MS} ms.`));
      this.hasComplained = false;
      return done;
    } catch (error) {
      if (!this.hasComplained) this.logger.error(error, 'Provider calls are not recorded: they cannot be stored');
      this.hasComplained = true;
      return null;
    }
  }
}

const nameOf = ({ runId }: Attempt, attempt: number, part: Part, again: number): string =>
  `calls:${runId}:${attempt}:${part}${again === 1 ? '' : `:${again}`}`;
const referenceTo = ({ key, sha256, size }: SavedMedia): RecordedCalls => ({ key, hash: sha256, bytes: size });

const notRecorded: Recorder = {
  provider: (provider) => provider,
  texts: (provider) => provider,
  accepted: () => Promise.resolve([]),
  ended: () => Promise.resolve([]),
  interrupted: () => Promise.resolve(),
};

export const NOT_RECORDED: RunRecording = { state: 'not_recorded', calls: [], omitted: 0, bytes: 0 };

/** Reads the recordings that a run's events refer to. */
export class RecordingReader {
  constructor(private readonly media: Pick<MediaStore, 'open'>) {}

  /** @param parts as the run's events refer to them; duplicates are read once */
  async read(ownerId: string, parts: readonly RecordedCalls[]): Promise<RunRecording> {
    const distinct = [...new Map(parts.map((part) => [part.key, part])).values()];
    if (distinct.length === 0) return NOT_RECORDED;
    const recording: RunRecording = { ...NOT_RECORDED, state: 'recorded' };
    for (const part of distinct) {
      const found = await this.part(ownerId, part);
      if (typeof found === 'string') return { ...NOT_RECORDED, state: found };
      recording.calls = [...recording.calls, ...found.calls];
      recording.omitted += found.omitted;
      recording.bytes += part.bytes;
    }
    // The sort is stable: calls that began at the same time keep their stored order.
    recording.calls = recording.calls.toSorted((a, b) =>
      a.startedAt < b.startedAt ? -1 : Number(a.startedAt > b.startedAt),
    );
    return recording;
  }

  private async part(ownerId: string, { key, hash }: RecordedCalls): Promise<RecordingPart | 'gone' | 'damaged'> {
    const opened = await this.media.open(key, ownerId);
    if (!opened) return 'gone';
    if (opened.object.size > RECORDING_BYTES || (await opened.check()) !== null) return 'damaged';
    const bytes = await buffer(await opened.read());
    if (createHash('sha256').update(bytes).digest('hex') !== hash) return 'damaged';
    return recordingPartSchema.parse(JSON.parse(bytes.toString('utf8')));
  }
}

/** Deletes recordings of provider calls after RUN_RECORDINGS_DAYS. */
@Injectable()
export class ExpiredRecordings extends HourlySweep {
  protected readonly what = 'Expired recordings';

  constructor(
    private readonly media: MediaStore,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'runRecordingsDays'>,
  ) {
    super();
  }

  sweep(): Promise<number> {
    const before = daysBefore(this.clock.now(), this.config.runRecordingsDays);
    return this.media.removeOlder(RECORDING_TYPE, before);
  }
}
