import { FILE_LIMITS } from '@storyreel/contracts';
import { z } from 'zod';
import { fetchAtMost, fetchOutbound } from '../../infra/outbound/fetch-outbound';
import { pictureTypeOf } from '../../infra/media/pictures/picture-header';
import type { CreateOptions } from '../ports/generation-provider';
import { promptOf } from '../ports/image-provider';
import type { ImageProvider, ImageRequest } from '../ports/image-provider';
import { AnswersAtOnce } from '../results/answers-at-once';
import type { KeptResults, MadeFile } from '../results/kept-results';
import { CreateRefused, ProviderAnswerInvalid, ProviderError } from '../http/provider-errors';
import { endingWith } from '../http/retry';
import { ImageModel, type ImageModelOptions } from './models';
import { apiError, labelOf, OpenAiClient, type OpenAiServer } from './openai-client';

export interface OpenAiImageOptions extends OpenAiServer, ImageModelOptions {
  /** Milliseconds for one whole answer. */
  imageTimeoutMs?: number;
}

/** Below the five minutes after which Node gives up on an answer that has not begun. */
const DEFAULT_TIMEOUT_MS = 285_000;
/** Four pictures of several megabytes each, in Base64. */
const MAX_ANSWER_BYTES = 48 * 1024 * 1024;
/** What servers say when a prompt is against their rules. */
const FORBIDDEN = new Set(['moderation_blocked', 'content_policy_violation', 'content_filter']);

/** Some servers write the address of the data where its Base64 alone is asked for. */
const DATA_URL = /^data:[^,]*,/u;

const answerSchema = z.object({
  data: z.array(z.union([z.object({ b64_json: z.string().min(1) }), z.object({ url: z.url() })])),
  usage: z
    .object({ input_tokens: z.number().min(0), output_tokens: z.number().min(0) })
    .optional()
    .catch(undefined),
});
type Answer = z.infer<typeof answerSchema>;

/**
 * Images by any server that speaks `/v1/images/generations`. It answers with the pictures and knows nothing of them
 * afterwards, so they are kept under the id of the request until they have been copied.
 */
export class OpenAiImageProvider extends AnswersAtOnce<ImageRequest> implements ImageProvider {
  readonly name = 'openai';
  readonly label: string;
  private readonly client: OpenAiClient;
  private readonly model: ImageModel;
  private readonly timeoutMs: number;

  constructor(
    private readonly options: OpenAiImageOptions,
    kept: KeptResults,
  ) {
    super(kept, 'The images are no longer kept.');
    this.timeoutMs = options.imageTimeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.label = labelOf(options);
    this.model = new ImageModel(options);
    const limits = { maker: 'image model', timeoutMs: this.timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES };
    this.client = new OpenAiClient(options, limits);
  }

  remark(): string | null {
    return this.model.remark();
  }

  /** @throws CreateRefused, CreateOutcomeUnknown; ProviderAnswerInvalid for an answer that shows no pictures */
  async create(request: ImageRequest, options: CreateOptions): Promise<{ predictionId: string }> {
    const predictionId = options.idempotencyKey;
    const prompt = promptOf(request);
    const files: MadeFile[] = [];
    let [made, usd] = [0, 0];
    let problem: unknown = new ProviderAnswerInvalid('The image model sent no images.');
    // Some servers make one at a time, however many they are asked for.
    while (made < request.count) {
      const { data, usage } = await this.next(prompt, { wanted: request.count, made }, options);
      if (data.length === 0) break;
      const wanted = data.slice(0, request.count - made);
      for (const file of await Promise.allSettled(wanted.map((image) => this.fileOf(image, options.signal)))) {
        if (file.status === 'fulfilled') files.push(file.value);
        else problem = file.reason;
      }
      made += wanted.length;
      usd += usage ? this.model.usd(usage) : 0;
      // More of the same would cost more.
      if (files.length === 0) break;
    }
    if (files.length === 0) throw problem;
    await this.kept.keep(predictionId, files, usd);
    return { predictionId };
  }

  /** What is made already is paid for and kept; a problem with the rest only ends the asking. */
  private async next(
    prompt: string,
    { wanted, made }: { wanted: number; made: number },
    call: CreateOptions,
  ): Promise<Answer> {
    if (made === 0) return this.ask(prompt, wanted, call);
    const asked = this.ask(prompt, wanted - made, { ...call, idempotencyKey: `${call.idempotencyKey}-${made}` });
    return asked.catch((error: unknown) => {
      if (error instanceof ProviderError) return { data: [] };
      throw error;
    });
  }

  private async ask(prompt: string, count: number, call: CreateOptions): Promise<Answer> {
    const body = this.model.body(prompt, count);
    call.onSent?.({ model: this.model.name, body });
    const answer = await this.client
      .whole(call, async (options) => this.client.api.images.generate(body, options))
      .catch((error: unknown) => {
        throw forbidden(error) ?? error;
      });
    const parsed = answerSchema.safeParse(answer);
    if (!parsed.success)
      throw new ProviderAnswerInvalid('The image model sent an answer of another shape than asked for.', parsed.error);
    return parsed.data;
  }

  private async fileOf(image: Answer['data'][number], signal: AbortSignal | undefined): Promise<MadeFile> {
    const bytes =
      'url' in image
        ? await this.download(image.url, endingWith(AbortSignal.timeout(this.timeoutMs), signal))
        : Buffer.from(image.b64_json.replace(DATA_URL, ''), 'base64');
    const mimeType = pictureTypeOf(bytes);
    if (mimeType === null) throw new ProviderAnswerInvalid('The image model sent something that is no image.');
    if (bytes.length > FILE_LIMITS.image)
      throw new ProviderAnswerInvalid('The image model sent an image that is too large.');
    return { bytes, mimeType };
  }

  /** The server that was configured may lie in a private network; what its answers point to elsewhere may not. */
  private async download(url: string, signal: AbortSignal): Promise<Buffer> {
    const { origin } = new URL(this.client.api.baseURL);
    try {
      if (new URL(url).origin !== origin) return await fetchOutbound(url, signal);
      const headers = { authorization: `Bearer ${this.options.apiKey}` };
      const answer = await fetchAtMost(FILE_LIMITS.image)(url, { headers, signal, redirect: 'error' });
      if (!answer.ok) throw new Error(`It answered ${answer.status}.`);
      return Buffer.from(await answer.arrayBuffer());
    } catch (error) {
      throw new ProviderAnswerInvalid("The image model's images couldn't be fetched.", error);
    }
  }
}

/** A refusal that a creator can do something about. */
function forbidden(error: unknown): CreateRefused | null {
  const code = error instanceof CreateRefused ? apiError(error.cause)?.code : null;
  if (typeof code !== 'string' || !FORBIDDEN.has(code)) return null;
  const message = 'The image model refused this prompt because of its content. Change the prompt and try again.';
  return new CreateRefused(message, { reason: 'invalid-input', cause: error });
}
