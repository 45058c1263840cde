import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { ProviderCall, ReplayCheck } from '@storyreel/contracts';
import { compared, notCompared } from '../../eventsourcing/replay/replay-store';
import type { CreateOptions, GenerationProvider, Prediction } from '../../integrations/ports/generation-provider';
import { errorOf } from '../../integrations/recording/call-log';
import { withFingerprints } from '../../integrations/recording/recorded-provider';
import { Redactor } from '../../integrations/recording/redactor';
import { CUT_RECORDING } from '../../integrations/recording/todays-request';

/** The call has no recorded answer: the run or its recording was cut off here. */
export class NotRecorded extends Error {}

/** Answers of a provider as far as the events contain them. */
export interface ToldByEvents {
  provider: string;
  predictionId: string | null;
  /** Number of outputs; set for a success. */
  outputs: number | null;
  usd: number | undefined;
  /** Set for a failure. A run with neither is still running. */
  error: string | null;
}

/** A provider that replays recorded answers and makes no calls. */
export class RecordedAnswers implements GenerationProvider<unknown> {
  readonly label = 'Recording';
  readonly name: GenerationProvider<unknown>['name'];
  readonly createIsIdempotent: boolean;
  hasSucceeded = false;
  /** Comparisons of the current code's requests with the recorded ones. */
  readonly checks: ReplayCheck[] = [];
  /** Once set, answers missing from the recording are taken from the events. */
  trustsEvents = false;
  /** Set once an answer was taken from the events. */
  trustedEvents = false;
  private readonly calls: ProviderCall[];
  /** The outcome is open, so the events cannot replace a missing answer. */
  private readonly isUnderWay: boolean;

  constructor(
    calls: readonly ProviderCall[],
    private readonly told: ToldByEvents,
    private readonly redactor: Redactor = new Redactor([]),
  ) {
    this.calls = newestFirst(calls);
    // The name in the log, which may be of a provider that this release no longer has.
    this.name = (told.provider || 'sandbox') as GenerationProvider<unknown>['name'];
    this.createIsIdempotent = this.name === 'sandbox';
    this.isUnderWay = told.outputs === null && told.error === null;
  }

  get left(): number {
    return this.calls.length;
  }

  async create(request: unknown, { idempotencyKey }: CreateOptions): Promise<{ predictionId: string }> {
    const { predictionId, error } = this.told;
    const asked = { idempotencyKey, ...(await withFingerprints(request)) };
    const call = this.calls.find(({ operation }) => operation === 'create');
    if (call) this.checks.push(checkOf(call, this.redactor.redact(asked, Infinity).value));
    return this.answer('create', undefined, predictionId !== null, () => {
      if (predictionId === null) throw errorOf(refusal(error));
      return { predictionId };
    });
  }

  async get(predictionId: string): Promise<Prediction> {
    const { outputs, usd, error } = this.told;
    const prediction = await this.answer('get', { predictionId }, outputs !== null, (): Prediction => {
      if (outputs === null) return { id: predictionId, status: 'failed', outputs: [], error: error ?? undefined };
      const refs = Array.from({ length: outputs }, (_, index) => ({ ref: `${index}`, mimeType: '' }));
      return { id: predictionId, status: 'succeeded', outputs: refs, usd };
    });
    this.hasSucceeded ||= prediction.status === 'succeeded';
    return prediction;
  }

  cancel(): Promise<void> {
    return Promise.resolve();
  }

  async fetchOutput(output: unknown): Promise<Readable> {
    await this.answer('fetchOutput', output, this.told.outputs !== null, () => null);
    return Readable.from([]);
  }

  /**
   * @param isCertain the events prove that the call succeeded
   * @throws NotRecorded, or what is recorded
   */
  private answer<Answer>(operation: string, request: unknown, isCertain: boolean, told: () => Answer): Promise<Answer> {
    const own = this.calls.filter((call) => call.operation === operation);
    const call = own.find((other) => isDeepStrictEqual(other.request, request)) ?? own[0];
    if (call) this.calls.splice(this.calls.indexOf(call), 1);
    if (call?.error && call.error.type !== 'Unfinished') return Promise.reject(errorOf(call.error));
    if (call && !call.error && !call.cut) return Promise.resolve(call.answer as Answer);
    if (!isCertain && (this.isUnderWay || !this.trustsEvents))
      return Promise.reject(new NotRecorded(`${operation} is not recorded`));
    this.trustedEvents = true;
    return Promise.resolve().then(told);
  }
}

/**
 * Orders calls by attempt, newest first, and within an attempt as recorded. Answers of an earlier attempt decided
 * nothing if it was cut off before it could append an event. Attempt numbers decide, because the nodes' clocks differ.
 */
function newestFirst(calls: readonly ProviderCall[]): ProviderCall[] {
  const numbers = [...new Set(calls.map(({ attempt }) => attempt))].toSorted((a, b) => b - a);
  return numbers.flatMap((number) =>
    recordingsIn(calls.filter(({ attempt }) => attempt === number))
      .toReversed()
      .flat(),
  );
}

/** Operations in the order in which a worker calls them. */
const OPERATIONS = ['create', 'get', 'fetchOutput'];

/**
 * Splits calls into recordings. After a restored backup an attempt number can occur twice: a worker that starts over
 * begins another recording.
 */
function recordingsIn(calls: readonly ProviderCall[]): ProviderCall[][] {
  const found: ProviderCall[][] = [];
  for (const call of calls) {
    const before = found.at(-1)?.at(-1);
    if (before && follows(before, call)) found.at(-1)?.push(call);
    else found.push([call]);
  }
  return found;
}

/** A refused request may be sent again; an accepted one is not. */
function follows(before: ProviderCall, { operation }: ProviderCall): boolean {
  if (operation === 'create') return before.operation === 'create' && before.error !== null;
  return OPERATIONS.indexOf(operation) >= OPERATIONS.indexOf(before.operation) || operation === 'cancel';
}

/** Compares a recorded request with today's. Files are not read again, so theirs count as equal. */
function checkOf({ operation, request, cut }: ProviderCall, today: unknown): ReplayCheck {
  const subject = { of: 'request' as const, operation };
  return cut ? notCompared(subject, CUT_RECORDING) : compared(subject, request, withFilesOf(request, today));
}

const isFingerprint = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'sha256' in value && 'bytes' in value;

function withFilesOf(recorded: unknown, today: unknown): unknown {
  if (typeof recorded !== 'object' || recorded === null || typeof today !== 'object' || today === null) return today;
  const files = Object.entries(recorded).filter(([name, value]) => isFingerprint(value) && name in today);
  return { ...today, ...Object.fromEntries(files) };
}

const refusal = (message: string | null) => ({
  type: 'CreateRefused',
  message: message ?? '',
  retryable: false,
  reason: 'invalid-input',
});
