import { captionOf, TIKTOK_PRIVACY_LEVELS } from '@storyreel/contracts';
import type { TikTokCreator, Visibility } from '@storyreel/contracts';
import { z } from 'zod';
import { PlatformPublisher } from '../platform-publisher';
import type { Asking, Attempt, PublisherParts, Verdict } from '../platform-publisher';
import { pieceOf } from '../publication-media';
import type { MediaFile } from '../publication-media';
import { ContentRefused, PublishPassing } from '../publish-errors';
import type { Found, Publication, Published, PublishingAccount } from '../social-publisher';
import { jsonBody, read, tryRead } from '../wire/platform-wire';
import { TIKTOK_STATISTICS } from './tiktok-statistics';
import type { WireAnswer } from '../wire/platform-wire';

/**
 * Size of a piece. TikTok allows 5 MB to 64 MB; the last piece also takes the remainder, and a smaller file is one
 * piece (developers.tiktok.com/doc/content-posting-api-media-transfer-guide, read 2026-11-28).
 */
const CHUNK = 10 * 1_048_576;

export interface Chunks {
  size: number;
  count: number;
  /** First and last byte, both inclusive. */
  pieces: { start: number; end: number }[];
}

/** Splits a file into pieces as TikTok requires. */
export function chunksOf(bytes: number): Chunks {
  const size = Math.min(CHUNK, bytes);
  const count = Math.max(1, Math.floor(bytes / size));
  const pieces = Array.from({ length: count }, (_, at) => ({
    start: at * size,
    end: at === count - 1 ? bytes - 1 : (at + 1) * size - 1,
  }));
  return { size, count, pieces };
}

const problemSchema = z.object({ error: z.object({ code: z.string(), message: z.string().default('') }) });

const LIMITS = new Set(['rate_limit_exceeded', 'spam_risk_too_many_posts', 'reached_active_user_cap']);
/** Codes that mean that the owner has withdrawn a permission. */
const CLOSED = new Set(['scope_not_authorized', 'scope_permission_missed']);

/** The product's messages for refusals where TikTok's own message names no remedy. */
const WORDS = new Map([
  [
    'unaudited_client_can_only_post_to_private_accounts',
    'until TikTok has audited this installation, the account must be private when it posts, and only you can watch the video',
  ],
]);

/** Classifies an answer of TikTok's API by its body, since TikTok answers 200 to some requests that it refuses. */
export function tiktokVerdict(answer: WireAnswer): Verdict {
  const { status } = answer;
  const problem = tryRead(answer, problemSchema)?.error;
  const code = problem?.code ?? '';
  const words = WORDS.get(code) ?? (problem?.message || code || `status ${status}`);
  if (code === 'access_token_invalid' || (status === 401 && !CLOSED.has(code))) return { is: 'token' };
  if (status === 429 || LIMITS.has(code)) return { is: 'limited', words };
  if (CLOSED.has(code)) return { is: 'revoked', words };
  if (status >= 500 || status === 408 || code === 'internal_error') return { is: 'passing' };
  if (status >= 200 && status < 300 && (code === 'ok' || problem === undefined)) return { is: 'fine' };
  return status >= 300 && status < 400 ? { is: 'passing' } : { is: 'refused', words };
}

const stateSchema = z.object({
  /** 'ending': the last piece may have been sent, after which TikTok publishes the video. */
  step: z.enum(['uploading', 'ending']),
  publishId: z.string(),
  /** Upload address, which by itself authorizes the upload. */
  uploadUrl: z.string(),
  username: z.string().nullable(),
});
type State = z.infer<typeof stateSchema>;

/** Documented at developers.tiktok.com/doc/content-posting-api-reference-query-creator-info (read 2026-11-28). */
const creatorSchema = z.object({
  data: z.object({
    creator_username: z.string().max(200).nullish(),
    creator_nickname: z.string().max(200).nullish(),
    privacy_level_options: z.string().array(),
    comment_disabled: z.boolean().nullish(),
    duet_disabled: z.boolean().nullish(),
    stitch_disabled: z.boolean().nullish(),
    max_video_post_duration_sec: z.number().nullish(),
  }),
});
type Creator = z.infer<typeof creatorSchema>['data'];
const initSchema = z.object({
  data: z.object({ publish_id: z.string().min(1).max(200), upload_url: z.string().max(4_000) }),
});
/** A 64-bit id exceeds JSON's safe integers, so it may come as a string. */
const statusSchema = z.object({
  data: z.object({
    status: z.string(),
    fail_reason: z.string().nullish(),
    uploaded_bytes: z.number().int().min(0).nullish(),
    publicaly_available_post_id: z.union([z.string(), z.number()]).array().nullish(),
  }),
});
type Status = z.infer<typeof statusSchema>['data'];

/**
 * Statuses of an upload address that has expired or is unknown; TikTok does not document which one it sends, chosen
 * 2026-11-28.
 */
const UPLOAD_GONE = [403, 404, 410];
const PRIVACY: Readonly<Record<Visibility, string | null>> = {
  public: 'PUBLIC_TO_EVERYONE',
  private: 'SELF_ONLY',
  unlisted: null,
};

/** Seconds for asking TikTok which settings an account may choose; a form waits for the answer. */
const FORM_SECONDS = 10;

/**
 * Returns the post's fields that its author chooses. A post planned before these choices existed has none of them, and
 * only its visibility applies.
 * @throws ContentRefused
 */
function choicesOf({ visibility, tiktok }: Publication, creator: Creator): object {
  const level = tiktok?.privacyLevel ?? PRIVACY[visibility];
  if (level === null) throw new ContentRefused('TikTok has no unlisted videos: please choose another visibility.');
  if (!creator.privacy_level_options.includes(level))
    throw new ContentRefused('TikTok does not let this account publish with this visibility.');
  if (tiktok === null) return { privacy_level: level };
  return {
    privacy_level: level,
    // The account's owner may have switched these features off since the post was planned; TikTok requires that to be
    // respected.
    disable_comment: !tiktok.allowsComments || creator.comment_disabled === true,
    disable_duet: !tiktok.allowsDuets || creator.duet_disabled === true,
    disable_stitch: !tiktok.allowsStitches || creator.stitch_disabled === true,
    brand_organic_toggle: tiktok.promotesOwnBrand,
    brand_content_toggle: tiktok.promotesOthersBrand,
  };
}

/**
 * TikTok's Content Posting API with direct post: each publish id yields one video, even if several nodes send its
 * pieces.
 */
export class TikTokPublisher extends PlatformPublisher<State> {
  readonly platform = 'tiktok';
  readonly label = 'TikTok';
  protected readonly stateSchema = stateSchema;
  protected readonly safeStep = 'uploading';
  protected readonly verdict = tiktokVerdict;
  readonly statistics = this.parts.asksForViews ? this.readerOf(TIKTOK_STATISTICS) : undefined;

  /** @param isAudited false if TikTok has not audited the installation: only a post's author can then watch the post */
  constructor(
    parts: PublisherParts,
    private readonly isAudited: boolean,
  ) {
    super(parts);
  }

  async creator(account: Pick<PublishingAccount, 'id'>, signal: AbortSignal): Promise<TikTokCreator> {
    const creator = await this.within(FORM_SECONDS * 1_000, signal, (limited) =>
      this.creatorOf({ publication: { account }, signal: limited }),
    );
    const { privacy_level_options: levels } = creator;
    return {
      nickname: creator.creator_nickname ?? creator.creator_username ?? '',
      privacyLevels: TIKTOK_PRIVACY_LEVELS.filter((level) => levels.includes(level)),
      commentsOff: creator.comment_disabled ?? false,
      duetsOff: creator.duet_disabled ?? false,
      stitchesOff: creator.stitch_disabled ?? false,
      longestSeconds: creator.max_video_post_duration_sec ?? null,
      isAudited: this.isAudited,
    };
  }

  protected async run(attempt: Attempt<State>): Promise<Published> {
    const file = await this.parts.media.video(attempt.publication, this.label);
    let losses = 0;
    for (;;) {
      const isNew = attempt.state === null;
      const state = attempt.state ?? (await this.begin(attempt, file));
      try {
        if (isNew) await this.upload(attempt, state, file, 0);
        const status = await this.statusOf(attempt, state);
        const ended = this.endOf(status, state);
        if (ended !== null) return ended;
        if (!isNew && status.status === 'PROCESSING_UPLOAD' && (status.uploaded_bytes ?? 0) < file.size)
          await this.upload(attempt, state, file, status.uploaded_bytes ?? 0);
        losses = 0;
      } catch (error) {
        if (!this.isLost(error)) throw error;
        losses += 1;
        if (losses > this.parts.patience.losses) throw error;
      }
      await this.pause(attempt);
    }
  }

  protected async look(attempt: Attempt<State>, state: State): Promise<Found> {
    const status = await this.statusOf(attempt, state);
    if (status.status === 'FAILED') return { status: 'absent' };
    const published = this.endOf(status, state);
    if (published !== null) return { status: 'published', ...published };
    return { status: state.step === 'uploading' ? 'absent' : 'unknown' };
  }

  private async begin(attempt: Attempt<State>, file: MediaFile): Promise<State> {
    const { publication } = attempt;
    const creator = await this.creatorOf(attempt);
    const choices = choicesOf(publication, creator);
    const { size, count } = chunksOf(file.size);
    const answer = await this.post(attempt, 'post/publish/video/init/', {
      // `is_aigc` labels the video (developers.tiktok.com, 'Direct Post', 2026-11-26).
      post_info: { title: captionOf(publication), ...choices, is_aigc: file.isGenerated },
      source_info: { source: 'FILE_UPLOAD', video_size: file.size, chunk_size: size, total_chunk_count: count },
    });
    const { publish_id: publishId, upload_url: uploadUrl } = read(answer, initSchema).data;
    return attempt.keep({ step: 'uploading', publishId, uploadUrl, username: creator.creator_username ?? null });
  }

  /** Uploads the pieces, starting with the one that contains this byte. */
  private async upload(attempt: Attempt<State>, state: State, file: MediaFile, from: number): Promise<void> {
    const { pieces } = chunksOf(file.size);
    for (const { start, end } of pieces.filter((piece) => piece.end >= from)) {
      const isLast = end === file.size - 1;
      const before = attempt.state ?? state;
      if (isLast) await attempt.keep({ ...before, step: 'ending' });
      const send = () => this.send(attempt, state.uploadUrl, file, { start, end });
      const taken = await (isLast && before.step === 'uploading' ? this.certainly(attempt, before, send) : send());
      if (taken === 'gone') return this.uploadGone(attempt);
      if (taken === 'elsewhere') return;
      attempt.progress((end + 1) / file.size);
    }
  }

  /**
   * Sends a piece. Returns 'gone' when the upload has ended or never existed, 'elsewhere' when TikTok expects another
   * piece.
   */
  private async send(
    attempt: Attempt<State>,
    url: string,
    file: MediaFile,
    part: { start: number; end: number },
  ): Promise<'taken' | 'gone' | 'elsewhere'> {
    // The address authorizes the upload; the token must not be sent to its host.
    const answer = await this.parts.wire.send({ method: 'PUT', url, ...pieceOf(file, part), signal: attempt.signal });
    if (UPLOAD_GONE.includes(answer.status)) return 'gone';
    if (answer.status === 416) return 'elsewhere';
    if (answer.status === 429) throw this.errorOf({ is: 'limited' }, answer);
    if (answer.status >= 300) throw new PublishPassing(`TikTok answered ${answer.status} to a piece of the video.`);
    return 'taken';
  }

  /** Handles an expired upload: unless the last piece was sent, a new upload may begin. */
  private uploadGone(attempt: Attempt<State>): void {
    if (attempt.state?.step === 'uploading') attempt.state = null;
  }

  private async statusOf(attempt: Attempt<State>, { publishId }: State): Promise<Status> {
    const answer = await this.post(attempt, 'post/publish/status/fetch/', { publish_id: publishId });
    return read(answer, statusSchema).data;
  }

  /** Returns null while the publication is in progress. @throws ContentRefused */
  private endOf({ status, fail_reason: reason, ...data }: Status, { publishId, username }: State): Published | null {
    if (status === 'FAILED')
      throw this.errorOf(
        { is: 'refused', words: reason ?? 'it did not say why' },
        { status: 200, headers: {}, text: '' },
      );
    if (status !== 'PUBLISH_COMPLETE') return null;
    // Public posts get their id after TikTok's review, which can take hours.
    const id = data.publicaly_available_post_id?.[0];
    const isExact = typeof id === 'string' || Number.isSafeInteger(id);
    const url =
      id === undefined || !isExact || username === null
        ? null
        : `https://www.tiktok.com/@${encodeURIComponent(username)}/video/${encodeURIComponent(String(id))}`;
    return { publishedAt: this.parts.clock.now(), url, externalId: publishId };
  }

  private async creatorOf(asking: Asking): Promise<Creator> {
    return read(await this.post(asking, 'post/publish/creator_info/query/', {}), creatorSchema).data;
  }

  private post(attempt: Asking, path: string, body: object): Promise<WireAnswer> {
    return this.ask(attempt, { method: 'POST', url: `${this.parts.baseUrl}/v2/${path}`, ...jsonBody(body) });
  }
}
