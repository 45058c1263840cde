import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { headOf } from '../../infra/outbound/fetch-outbound';
import type { FetchLimits, Resolve } from '../../infra/outbound/fetch-outbound';
import { ForbiddenAddress, publicAddressesOf } from '../../infra/outbound/outbound-address';
import type { FetchOptions } from '../ports/generation-provider';
import { fileIn } from '../http/stream-limits';
import { OutputGone, ProviderError, ProviderUnavailable } from '../http/provider-errors';
import { endingWith, repeatedFree, type RetryPolicy } from '../http/retry';

export type OutputLimits = Omit<FetchLimits, 'maxBytes'>;

/** Minimum throughput: a clip of 100 MB must arrive at 1 Mbit/s. */
const LIMITS: OutputLimits = { totalMs: 15 * 60_000, headMs: 30_000, windowMs: 10_000, windowBytes: 64 * 1_024 };
const MAX_REDIRECTS = 3;
/** Statuses that may mean a deleted output; Replicate does not document which one it sends, chosen 2026-11-28. */
const DELETED = new Set([204, 403, 404, 410]);

export interface OutputOptions {
  limits?: OutputLimits;
  resolve?: Resolve;
}

/** Fetches results from hosts other than the API's, without sending the token to them. */
export class ReplicateOutputs {
  private readonly configured: URL;
  private readonly limits: OutputLimits;
  private readonly resolve: Resolve;

  constructor(
    baseUrl: string,
    private readonly retry: RetryPolicy,
    { limits = LIMITS, resolve = publicAddressesOf }: OutputOptions = {},
  ) {
    this.configured = new URL(baseUrl);
    this.limits = limits;
    this.resolve = resolve;
  }

  /**
   * Retries as long as nothing has been read.
   * @throws OutputGone, OutputTooLarge, ProviderUnavailable
   */
  async open(address: string, options: FetchOptions): Promise<Readable> {
    try {
      return await repeatedFree(this.retry, options.signal, () => this.once(address, options));
    } catch (error) {
      if (error instanceof ProviderError || options.signal?.aborted) throw error;
      throw new ProviderUnavailable('The output could not be fetched from Replicate.', error);
    }
  }

  private async once(address: string, options: FetchOptions): Promise<Readable> {
    const time = AbortSignal.timeout(this.limits.totalMs);
    const answer = await this.follow(address, endingWith(time, options.signal));
    const { statusCode = 0 } = answer;
    if (statusCode < 300 && !DELETED.has(statusCode)) return fileIn(answer, options, { ...this.limits, time });
    answer.destroy();
    if (DELETED.has(statusCode)) throw new OutputGone('Replicate has already deleted this output.');
    throw new Error(`status ${statusCode}`);
  }

  /** The configured server may be in a private network; hosts that it redirects to may not. */
  private async follow(address: string, signal: AbortSignal): Promise<IncomingMessage> {
    let url = this.parse(address);
    let isConfigured = true;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      isConfigured &&= url.origin === this.configured.origin;
      // Connects to exactly the addresses that were checked, against DNS rebinding.
      const addresses = isConfigured ? null : await this.publicAddresses(url, signal);
      const answer = await headOf(url, { addresses, signal, headMs: this.limits.headMs });
      const { statusCode = 0, headers } = answer;
      if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) return answer;
      answer.destroy();
      url = this.parse(headers.location, url);
    }
    throw new OutputGone('The output redirects too often.');
  }

  private async publicAddresses({ hostname }: URL, signal: AbortSignal): Promise<LookupAddress[]> {
    try {
      return await this.resolve(hostname, signal);
    } catch (error) {
      if (error instanceof ForbiddenAddress) throw new OutputGone('The address of the output is not public.', error);
      throw error;
    }
  }

  private parse(address: string, base?: URL): URL {
    const url = URL.canParse(address, base?.href) ? new URL(address, base) : null;
    const isPlain = this.configured.protocol === 'http:' && url?.protocol === 'http:';
    if (url === null || !(isPlain || url.protocol === 'https:'))
      throw new OutputGone('The address of the output is not https.');
    return url;
  }
}
