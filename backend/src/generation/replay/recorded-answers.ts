import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { ProviderCall, ReplayCheck } from '@storyreel/contracts';
import { compared, notCompared } from '../../eventsourcing/replay/replay-store';
import type { CreateOptions, GenerationProvider, Prediction } from '../../integrations/ports/generation-provider';
import { errorOf } from '../../integrations/recording/call-log';
import { withFingerprints } from '../../integrations/recording/recorded-provider';
import { Redactor } from '../../integrations/recording/redactor';
import { CUT_RECORDING } from '../../integrations/recording/todays-request';

/** The call has no recorded answer, because the run or its recording was cut off before it. */
export class NotRecorded extends Error {}

/** Answers of a provider, as far as they can be derived from the events. */
export interface ToldByEvents {
  provider: string;
  predictionId: string | null;
  /** Number of outputs; null unless the run succeeded. */
  outputs: number | null;
  usd: number | undefined;
  /** The error; null unless the run failed. A run without outputs and error is still running. */
  error: string | null;
}

/** A provider that replays recorded answers and makes no calls. */
export class RecordedAnswers implements GenerationProvider<unknown> {
  readonly label = 'Recording';
  readonly name: GenerationProvider<unknown>['name'];
  readonly createIsIdempotent: boolean;
  hasSucceeded = false;
  /** Results of comparing the current code's requests with the recorded ones. */
  readonly checks: ReplayCheck[] = [];
  /** True once missing answers are to be derived from the events. */
  trustsEvents = false;
  /** True once an answer has been derived from the events. */
  trustedEvents = false;
  private readonly calls: ProviderCall[];
  /** True if the outcome is open, so that the events cannot replace a missing answer. */
  private readonly isUnderWay: boolean;

  constructor(
    calls: readonly ProviderCall[],
    private readonly told: ToldByEvents,
    private readonly redactor: Redactor = new Redactor([]),
  ) {
    this.calls = newestFirst(calls);
    // The provider's name in the log; this release may no longer have that provider.
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
   * @param isCertain true if the events prove that the call succeeded
   * @throws NotRecorded, or the recorded error
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
 * Orders calls by attempt, newest first, and within an attempt as recorded. The answers of an attempt that was cut off
 * before it could append an event had no effect. Attempt numbers decide the order, because the nodes' clocks differ.
 */
function newestFirst(calls: readonly ProviderCall[]): ProviderCall[] {
  const numbers = [...new Set(calls.map(({ attempt }) => attempt))].toSorted((a, b) => b - a);
  return numbers.flatMap((number) =>
    recordingsIn(calls.filter(({ attempt }) => attempt === number))
      .toReversed()
      .flat(),
  );
}

/** Operations in the order in which a worker calls the provider. */
const OPERATIONS = ['create', 'get', 'fetchOutput'];

/**
 * Splits calls into recordings. An attempt number can occur twice after a backup was restored: when a worker starts
 * over, another recording begins.
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

/**
 * Tells whether a call can follow another one in the same recording. A refused request may be sent again, an accepted
 * one may not.
 */
function follows(before: ProviderCall, { operation }: ProviderCall): boolean {
  if (operation === 'create') return before.operation === 'create' && before.error !== null;
  return OPERATIONS.indexOf(operation) >= OPERATIONS.indexOf(before.operation) || operation === 'cancel';
}

/** Compares a recorded request with the current code's request. Files are not read again, so they count as equal. */
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
