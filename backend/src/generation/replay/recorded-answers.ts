import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { ProviderCall } from '@storyreel/contracts';
import type { GenerationProvider, Prediction } from '../../integrations/ports/generation-provider';
import { errorOf } from '../../integrations/recording/call-log';

/** Nothing is recorded of the call: the run was cut off here, or the recording was. */
export class NotRecorded extends Error {}

/** What the events alone tell of a provider's answers. */
export interface ToldByEvents {
  provider: string;
  predictionId: string | null;
  /** Of a success. */
  outputs: number | null;
  usd: number | undefined;
  /** Of a failure. A run that has neither is under way. */
  error: string | null;
}

/** A provider that gives the answers of a recording, and calls nobody. */
export class RecordedAnswers implements GenerationProvider<unknown> {
  readonly label = 'Recording';
  readonly name: GenerationProvider<unknown>['name'];
  readonly createIsIdempotent: boolean;
  hasSucceeded = false;
  /** From here on the events' own word is taken wherever the recording has none. */
  trustsEvents = false;
  /** Whether that was needed. */
  trustedEvents = false;
  private readonly calls: ProviderCall[];
  /** What came of it nobody knows yet: the events cannot stand for it. */
  private readonly isUnderWay: boolean;

  constructor(
    calls: readonly ProviderCall[],
    private readonly told: ToldByEvents,
  ) {
    this.calls = newestFirst(calls);
    // As the log has it: also one that this release no longer knows.
    this.name = (told.provider || 'sandbox') as GenerationProvider<unknown>['name'];
    this.createIsIdempotent = this.name === 'sandbox';
    this.isUnderWay = told.outputs === null && told.error === null;
  }

  get left(): number {
    return this.calls.length;
  }

  async create(): Promise<{ predictionId: string }> {
    const { predictionId, error } = this.told;
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
   * @param isCertain whether the events leave no doubt that the call succeeded
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
 * Attempt by attempt, each in its own order. What an earlier one was told decided nothing, if it was cut off before it
 * could append an event. It is the numbers that count: attempts are made on nodes whose clocks differ.
 */
function newestFirst(calls: readonly ProviderCall[]): ProviderCall[] {
  const numbers = [...new Set(calls.map(({ attempt }) => attempt))].toSorted((a, b) => b - a);
  return numbers.flatMap((number) =>
    recordingsIn(calls.filter(({ attempt }) => attempt === number))
      .toReversed()
      .flat(),
  );
}

/** In the order in which a worker asks. */
const OPERATIONS = ['create', 'get', 'fetchOutput'];

/** After a restored backup a number is taken twice: where a worker begins anew, another recording begins. */
function recordingsIn(calls: readonly ProviderCall[]): ProviderCall[][] {
  const found: ProviderCall[][] = [];
  for (const call of calls) {
    const before = found.at(-1)?.at(-1);
    if (before && follows(before, call)) found.at(-1)?.push(call);
    else found.push([call]);
  }
  return found;
}

/** A request that was refused may be sent again; one that was taken is not. */
function follows(before: ProviderCall, { operation }: ProviderCall): boolean {
  if (operation === 'create') return before.operation === 'create' && before.error !== null;
  return OPERATIONS.indexOf(operation) >= OPERATIONS.indexOf(before.operation) || operation === 'cancel';
}

const refusal = (message: string | null) => ({
  type: 'CreateRefused',
  message: message ?? '',
  retryable: false,
  reason: 'invalid-input',
});
