import { Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { ModelEntry } from '@storyreel/contracts';
import { z } from 'zod';
import { toError } from '../lib/errors';
import { type Clock, DAY_MS } from '../lib/time';
import { bearer, fetchJson, NoUsableAnswer } from './http/fetch-json';
import { noticesOf } from './offered-models';
import type { OfferedModels } from './offered-models';
import { OPENAI_URL, type OpenAiServer } from './openai/openai-client';
import { REPLICATE_URL, type ReplicateOptions } from './replicate/replicate-transport';

/** Delay of the first check, so that it does not slow down the start. */
const FIRST_LOOK_MS = 60_000;
const ASK_MS = 10_000;

const listSchema = z.object({
  data: z.array(z.object({ id: z.string(), shutdown_date: z.string().nullish().catch(null) })),
});

type Found = ReadonlyMap<string, string>;
const keyOf = ({ provider, slug }: Pick<ModelEntry, 'provider' | 'slug'>): string => `${provider}:${slug}`;

export interface ModelWatchOptions {
  offered: Pick<OfferedModels, 'inUse' | 'foundToEnd'>;
  openai?: OpenAiServer | undefined;
  replicate?: ReplicateOptions | undefined;
  clock: Clock;
}

/**
 * Checks once a day, at no cost, whether the providers still offer the models in use, and until when. Settings and the
 * log announce the end of a model; an ended model is refused from then on.
 */
export class ModelWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(ModelWatch.name);
  private readonly stopping = new AbortController();
  private timers: NodeJS.Timeout[] = [];

  constructor(private readonly options: ModelWatchOptions) {}

  onApplicationBootstrap(): void {
    const look = () => void this.look().catch((error: unknown) => this.log.error(toError(error)));
    this.timers = [setTimeout(look, FIRST_LOOK_MS).unref(), setInterval(look, DAY_MS).unref()];
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** Updates the known end dates; a provider that does not answer keeps its earlier ones. */
  async look(): Promise<void> {
    const found = new Map<string, string>();
    for (const [key, day] of await this.endingAtOpenAi()) found.set(key, day);
    for (const [key, day] of await this.goneFromReplicate()) found.set(key, day);
    this.options.offered.foundToEnd(found);
    for (const { name, retiresOn, dependsOn } of noticesOf(this.options.offered.inUse(), this.options.clock.now()))
      this.log.warn(`${name} ends on ${retiresOn}. Another model is then needed for ${dependsOn}.`);
  }

  /** Reads the models' end dates from OpenAI's list. */
  private async endingAtOpenAi(): Promise<Found> {
    const { openai } = this.options;
    if (!openai) return new Map();
    const url = `${(openai.baseUrl ?? OPENAI_URL).replace(/\/$/u, '')}/models`;
    const headers = bearer(openai.apiKey);
    const list = await this.asked(() => fetchJson(url, { headers, schema: listSchema, signal: this.within() }));
    const ends = (list?.data ?? []).flatMap(({ id, shutdown_date: day }): [string, string][] =>
      day && /^\d{4}-\d{2}-\d{2}$/u.test(day) ? [[keyOf({ provider: 'openai', slug: id }), day]] : [],
    );
    return new Map(ends);
  }

  /**
   * Checks which models Replicate still has. Replicate publishes no end dates, so a model that it no longer has counts
   * as ended today.
   */
  private async goneFromReplicate(): Promise<Found> {
    const { replicate, offered, clock } = this.options;
    const gone = new Map<string, string>();
    if (!replicate) return gone;
    const headers = bearer(replicate.apiToken);
    for (const model of offered.inUse().filter(({ provider }) => provider === 'replicate')) {
      const url = `${replicate.baseUrl ?? REPLICATE_URL}/models/${model.slug}`;
      const isGone = await this.asked(async () => {
        try {
          await fetchJson(url, { headers, schema: z.looseObject({}), signal: this.within() });
          return false;
        } catch (error) {
          if (error instanceof NoUsableAnswer && error.status === 404) return true;
          throw error;
        }
      });
      if (isGone === true) gone.set(keyOf(model), clock.now().toISOString().slice(0, 10));
    }
    return gone;
  }

  private async asked<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await ask();
    } catch (error) {
      if (this.stopping.signal.aborted) return null;
      this.log.warn(`A provider could not be asked about its models: ${toError(error).message}`);
      return null;
    }
  }

  private within(): AbortSignal {
    return AbortSignal.any([this.stopping.signal, AbortSignal.timeout(ASK_MS)]);
  }
}
