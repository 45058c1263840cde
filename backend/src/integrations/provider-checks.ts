import type { ProviderCheck, ProviderInfo, ProviderKind } from '@storyreel/contracts';
import { z } from 'zod';
import {
  DEFAULT_ELEVENLABS_MODEL,
  elevenLabsApi,
  elevenLabsHeaders,
  elevenLabsVoicesSchema,
  elevenLabsVoicesUrl,
} from './elevenlabs/elevenlabs-speech-provider';
import type { ElevenLabsOptions } from './elevenlabs/elevenlabs-speech-provider';
import { OPENAI_URL, type OpenAiServer } from './openai/openai-client';
import { REPLICATE_URL, type ReplicateOptions } from './replicate/replicate-transport';
import { fetchJson, bearer, NoUsableAnswer } from './http/fetch-json';

/** Facts about a provider, and a free availability check. */
export interface Checkable {
  model: string | null;
  host: string | null;
  /** Returns a warning, or null. @throws NoUsableAnswer, the signal's reason */
  ask(signal: AbortSignal): Promise<string | null>;
}

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

export const sandboxCheck: Checkable = { model: null, host: null, ask: () => Promise.resolve(null) };

/** Checks by fetching the list of models. */
export const openAiCheck = ({ apiKey, baseUrl = OPENAI_URL }: OpenAiServer, model: string): Checkable => ({
  model,
  host: new URL(baseUrl).host,
  async ask(signal) {
    const url = `${baseUrl.replace(/\/$/u, '')}/models`;
    const { data } = await fetchJson(url, { headers: bearer(apiKey), schema: modelsSchema, signal });
    // Ollama lists 'llama3.2:latest' and accepts 'llama3.2'.
    const isListed = data.some(({ id }) => id === model || id === `${model}:latest`);
    return isListed ? null : `Its list of models has no ${model}.`;
  },
});

/** Checks by fetching the model; where each request names its own model, by fetching the account. */
export const replicateCheck = (
  { apiToken, baseUrl = REPLICATE_URL }: ReplicateOptions,
  model: string | null,
): Checkable => ({
  model,
  host: new URL(baseUrl).host,
  async ask(signal) {
    const url = `${baseUrl}${model === null ? '/account' : `/models/${model}`}`;
    await fetchJson(url, { headers: bearer(apiToken), schema: z.looseObject({}), signal });
    return null;
  },
});

/** Checks by fetching the voices. */
export const elevenLabsCheck = (options: ElevenLabsOptions): Checkable => ({
  model: options.model ?? DEFAULT_ELEVENLABS_MODEL,
  host: new URL(elevenLabsApi(options)).host,
  async ask(signal) {
    const { voices } = await fetchJson(elevenLabsVoicesUrl(options), {
      headers: elevenLabsHeaders(options),
      schema: elevenLabsVoicesSchema,
      signal,
    });
    return voices.length > 0 ? null : 'Its account has no voices.';
  },
});

export type Checks = Record<ProviderKind, Checkable & Pick<ProviderInfo, 'label'>>;

/** Checks concurrently, so that a check that hangs delays no other. */
export function checkAll(checks: Checks, timeoutMs: number): Promise<ProviderCheck[]> {
  const kinds = Object.keys(checks) as ProviderKind[];
  return Promise.all(kinds.map((kind) => check(kind, checks[kind], timeoutMs)));
}

async function check(kind: ProviderKind, checked: Checkable, timeoutMs: number): Promise<ProviderCheck> {
  const from = performance.now();
  const told = (answers: boolean, remark: string | null): ProviderCheck => ({
    kind,
    answers,
    milliseconds: Math.round(performance.now() - from),
    remark,
  });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return told(true, await checked.ask(signal));
  } catch (error) {
    if (error instanceof NoUsableAnswer) return told(false, error.message);
    if (signal.aborted) return told(false, `No answer within ${timeoutMs / 1_000} s.`);
    throw error;
  }
}
