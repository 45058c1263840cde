import { FILE_LIMITS, findImageModel, IMAGE_MODEL } from '@storyreel/contracts';
import type { FilmFormat } from '@storyreel/contracts';
import { toFile } from 'openai';
import type OpenAI from 'openai';
import { z } from 'zod';
import { fetchAtMost, fetchOutbound } from '../../infra/outbound/fetch-outbound';
import { pictureTypeOf } from '../../infra/media/pictures/picture-header';
import type { CreateOptions, ReferencePicture } from '../ports/generation-provider';
import { promptOf } from '../ports/image-provider';
import type { ImageProvider, ImageRequest, SourcePicture } from '../ports/image-provider';
import { AnswersAtOnce } from '../results/answers-at-once';
import type { KeptResults, MadeFile } from '../results/kept-results';
import { CreateRefused, ProviderAnswerInvalid, ProviderError } from '../http/provider-errors';
import { endingWith } from '../http/retry';
import { ImageModel, type ImageModelOptions } from './models';
import { apiError, labelOf, OpenAiClient, type OpenAiServer } from './openai-client';

export interface OpenAiImageOptions extends OpenAiServer, ImageModelOptions {
  /** Milliseconds for a complete answer. */
  imageTimeoutMs?: number;
}

/** Below the five minutes after which Node aborts a request whose answer has not begun. */
const DEFAULT_TIMEOUT_MS = 285_000;
/** Maximum bytes of an answer, enough for four images of several megabytes each, in Base64. */
const MAX_ANSWER_BYTES = 48 * 1024 * 1024;
/** Servers' error codes for a prompt that violates their rules. */
const FORBIDDEN = new Set(['moderation_blocked', 'content_policy_violation', 'content_filter']);

/** Some servers return a data URL although plain Base64 was requested. */
const DATA_URL = /^data:[^,]*,/u;

const answerSchema = z.object({
  data: z.array(z.union([z.object({ b64_json: z.string().min(1) }), z.object({ url: z.url() })])),
  usage: z
    .object({ input_tokens: z.number().min(0), output_tokens: z.number().min(0) })
    .optional()
    .catch(undefined),
});
type Answer = z.infer<typeof answerSchema>;

/** Describes a picture for a recording; the hash finds its bytes in the media store. */
const named = ({ name, hash, mimeType }: ReferencePicture) => ({ name, mimeType, sha256: hash });

const fileFrom = async ({ hash, mimeType, read }: ReferencePicture) =>
  toFile(await read(), `${hash.slice(0, 16)}.${mimeType.slice(mimeType.indexOf('/') + 1)}`, { type: mimeType });

/** Parameters shared by all calls of a request. */
interface HowAsked {
  format: FilmFormat | undefined;
  references: ReferencePicture[] | undefined;
  source: SourcePicture | undefined;
  mask: ReferencePicture | undefined;
}

/**
 * Images by any server with `/v1/images/generations`. The server returns images and does not store them, so they are
 * kept under the request's id until they have been copied.
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
    super(kept, 'The images are no longer stored.');
    this.timeoutMs = options.imageTimeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.label = labelOf(options);
    this.model = new ImageModel(options);
    const limits = { maker: 'image model', timeoutMs: this.timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES };
    this.client = new OpenAiClient(options, limits);
  }

  remark(): string | null {
    return this.model.remark();
  }

  /** Returns the chosen model if it is one of OpenAI's, else the installation's model. */
  private modelFor(id: string): ImageModel {
    const chosen = id === IMAGE_MODEL ? null : findImageModel(id);
    if (chosen?.provider !== 'openai') return this.model;
    return new ImageModel({ imageModel: chosen.slug, imageQuality: this.options.imageQuality });
  }

  /** @throws CreateRefused, CreateOutcomeUnknown; ProviderAnswerInvalid for an answer without images */
  async create(request: ImageRequest, options: CreateOptions): Promise<{ predictionId: string }> {
    const predictionId = options.idempotencyKey;
    if (request.factor !== undefined)
      throw new CreateRefused('OpenAI has no model that enlarges images.', { reason: 'invalid-input' });
    const prompt = promptOf(request);
    const model = this.modelFor(request.model);
    const files: MadeFile[] = [];
    let [made, usd] = [0, 0];
    let problem: unknown = new ProviderAnswerInvalid('The image model sent no images.');
    // Some servers make one image per request, whatever count is requested.
    while (made < request.count) {
      const { count, format, references, source, mask } = request;
      const how = { format, references, source, mask };
      const { data, usage } = await this.next(model, prompt, { wanted: count, made, ...how }, options);
      if (data.length === 0) break;
      const wanted = data.slice(0, request.count - made);
      for (const file of await Promise.allSettled(wanted.map((image) => this.fileOf(image, options.signal)))) {
        if (file.status === 'fulfilled') files.push(file.value);
        else problem = file.reason;
      }
      made += wanted.length;
      usd += usage ? model.usd(usage) : 0;
      // Another request would cost more and likely return nothing either.
      if (files.length === 0) break;
    }
    if (files.length === 0) throw problem;
    await this.kept.keep(predictionId, files, usd);
    return { predictionId };
  }

  /** Images already made are paid for and kept; a failure of a later request only ends the loop. */
  private async next(
    model: ImageModel,
    prompt: string,
    { wanted, made, ...how }: HowAsked & { wanted: number; made: number },
    call: CreateOptions,
  ): Promise<Answer> {
    if (made === 0) return this.ask(model, prompt, { count: wanted, ...how }, call);
    const asked = this.ask(
      model,
      prompt,
      { count: wanted - made, ...how },
      { ...call, idempotencyKey: `${call.idempotencyKey}-${made}` },
    );
    return asked.catch((error: unknown) => {
      if (error instanceof ProviderError) return { data: [] };
      throw error;
    });
  }

  private async ask(
    model: ImageModel,
    prompt: string,
    { count, format, references = [], source, mask }: HowAsked & { count: number },
    call: CreateOptions,
  ): Promise<Answer> {
    const body = source ? model.editBody(prompt, source) : model.body(prompt, count, format);
    const pictures = source ? [source] : references;
    call.onSent?.({
      model: model.name,
      body: { ...body, ...(pictures.length > 0 && { image: pictures.map(named) }), ...(mask && { mask: named(mask) }) },
    });
    const image = await Promise.all(pictures.map(fileFrom));
    const files = { image, ...(mask && { mask: await fileFrom(mask) }) };
    const answer = await this.client
      .whole(call, async (options) =>
        image.length === 0
          ? this.client.api.images.generate(body, options)
          : this.client.api.images.edit({ ...body, ...files } as OpenAI.ImageEditParamsNonStreaming, options),
      )
      .catch((error: unknown) => {
        throw forbidden(error) ?? error;
      });
    const parsed = answerSchema.safeParse(answer);
    if (!parsed.success)
      throw new ProviderAnswerInvalid('The image model sent an answer in another shape than requested.', parsed.error);
    return parsed.data;
  }

  private async fileOf(image: Answer['data'][number], signal: AbortSignal | undefined): Promise<MadeFile> {
    const bytes =
      'url' in image
        ? await this.download(image.url, endingWith(AbortSignal.timeout(this.timeoutMs), signal))
        : Buffer.from(image.b64_json.replace(DATA_URL, ''), 'base64');
    const mimeType = pictureTypeOf(bytes);
    if (mimeType === null) throw new ProviderAnswerInvalid('The image model sent something that is not an image.');
    if (bytes.length > FILE_LIMITS.image)
      throw new ProviderAnswerInvalid('The image model sent an image that is too large.');
    return { bytes, mimeType };
  }

  /** The configured server may be in a private network; other addresses in its answers may not. */
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

/** Returns a refusal that a creator can fix by changing the prompt; null otherwise. */
function forbidden(error: unknown): CreateRefused | null {
  const code = error instanceof CreateRefused ? apiError(error.cause)?.code : null;
  if (typeof code !== 'string' || !FORBIDDEN.has(code)) return null;
  const message = 'The image model refused this prompt because of its content. Change the prompt and try again.';
  return new CreateRefused(message, { reason: 'invalid-input', cause: error });
}
