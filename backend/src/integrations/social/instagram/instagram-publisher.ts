import { captionOf } from '@storyreel/contracts';
import { z } from 'zod';
import { PlatformPublisher } from '../platform-publisher';
import type { Attempt, PublisherParts, Verdict } from '../platform-publisher';
import { ContentRefused, PublishPassing } from '../publish-errors';
import type { Found, Publication, Published } from '../social-publisher';
import { formBody, read, tryRead } from '../wire/platform-wire';
import type { WireAnswer } from '../wire/platform-wire';
import { INSTAGRAM_VERSION } from './instagram-oauth';
import { INSTAGRAM_STATISTICS } from './instagram-statistics';

const problemSchema = z.object({
  error: z.object({
    message: z.string().default(''),
    error_user_msg: z.string().nullish(),
    code: z.number().default(0),
    error_subcode: z.number().nullish(),
    is_transient: z.boolean().nullish(),
  }),
});

/**
 * Codes of rate limits: 4 of the app, 17 of the user, 32 of the page, 613 of one kind of call
 * (developers.facebook.com/docs/graph-api/overview/rate-limiting; the codes second-hand from
 * cnblogs.com/panpanwelcome/p/10031428.html), 9 of published posts ('Error Codes', as below; read 2026-11-28).
 */
const LIMITS = new Set([4, 9, 17, 32, 613]);
/**
 * Code of an account that has reached its daily limit of posts
 * (developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/error-codes, read
 * 2026-11-28).
 */
const TOO_MANY_POSTS = 2207042;
/**
 * Codes of a file that Instagram could not fetch or process in time; another attempt may succeed
 * (developers.facebook.com, 'Error codes' of content publishing, 2026-11-26).
 */
const PASSING = new Set([2207001, 2207003, 2207008, 2207020, 2207027, 2207032, 2207053, 2207082]);
/** Code of a token that has expired or was withdrawn; the source is at TOKEN_ENDED in platform-oauth.ts. */
const TOKEN = 190;
/**
 * Codes of a permission that the user has withdrawn or the account lacks. The codes 10 and 200 follow
 * developers.facebook.com/docs/graph-api/guides/error-handling; 803 is not documented there, chosen 2026-11-28.
 */
const CLOSED = new Set([10, 200, 803]);

/** Classifies an answer of the Instagram API. */
export function instagramVerdict(answer: WireAnswer): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) return { is: 'fine' };
  const problem = tryRead(answer, problemSchema)?.error;
  const words = problem?.error_user_msg || problem?.message || `status ${status}`;
  const code = problem?.code ?? 0;
  if (code === TOKEN) return { is: 'token', ends: true };
  if (status === 401) return { is: 'token' };
  if (status === 429 || LIMITS.has(code) || problem?.error_subcode === TOO_MANY_POSTS) return { is: 'limited', words };
  if (CLOSED.has(code)) return { is: 'revoked', words };
  if (status >= 500 || status === 408 || status < 400 || problem?.is_transient === true) return { is: 'passing' };
  if (PASSING.has(problem?.error_subcode ?? 0)) return { is: 'passing' };
  return { is: 'refused', words };
}

/** Maximum files in one post (second-hand: glama.ai/mcp/servers/OraCool/instagram-mcp, read 2026-11-28). */
const CAROUSEL = 10;
/** Number of newest posts that are searched for a post whose answer was lost; chosen, not a limit of Instagram. */
const LOOKED_THROUGH = 25;

const stateSchema = z.object({
  /** 'publishing': the publish request may have been sent. */
  step: z.enum(['container', 'publishing']),
  container: z.string(),
  since: z.string(),
});
type State = z.infer<typeof stateSchema>;

const idSchema = z.object({ id: z.string().min(1).max(100) });
const containerSchema = z.object({
  status_code: z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']),
  status: z.string().nullish(),
});
type Container = z.infer<typeof containerSchema>;
const linkSchema = z.object({ permalink: z.url().max(4_000) });
const mediaSchema = z.object({
  data: z
    .object({
      id: z.string().min(1).max(100),
      caption: z.string().nullish(),
      permalink: z.url().max(4_000).nullish(),
      timestamp: z.string(),
    })
    .array(),
});

/** Instagram takes only JPEGs of 4:5 to 1.91:1; the product's images may be 9:16. */
const AS_FEED = { pad: 'frame=feed', crop: 'frame=feed-cropped' };

/** Returns a temporary address from which Instagram can fetch a stored file. */
export type ShareMedia = (key: string) => string;

/**
 * Creates a container, then publishes it. Instagram publishes a container only once, so the publish request can be
 * repeated.
 */
export class InstagramPublisher extends PlatformPublisher<State> {
  readonly platform = 'instagram';
  readonly label = 'Instagram';
  protected readonly stateSchema = stateSchema;
  protected readonly safeStep = 'container';

  constructor(
    parts: PublisherParts,
    private readonly share: ShareMedia,
  ) {
    super(parts);
  }
  protected readonly verdict = instagramVerdict;
  readonly statistics = this.parts.asksForViews ? this.readerOf(INSTAGRAM_STATISTICS) : undefined;

  protected async run(attempt: Attempt<State>): Promise<Published> {
    let losses = 0;
    for (;;) {
      const state = attempt.state ?? (await this.begin(attempt));
      try {
        const { status_code: code, status } = await this.containerOf(attempt, state.container);
        if (code === 'PUBLISHED') return await this.publishedAs(attempt, state);
        if (code === 'ERROR') throw this.refused(status);
        // The container expired unpublished: it lasts a day.
        if (code === 'EXPIRED') attempt.state = null;
        if (code === 'FINISHED') return await this.finish(attempt, state);
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
    const { status_code: code } = await this.containerOf(attempt, state.container);
    if (code === 'PUBLISHED') return { status: 'published', ...(await this.publishedAs(attempt, state)) };
    return { status: 'absent' };
  }

  private async begin(attempt: Attempt<State>): Promise<State> {
    const container = await this.container(attempt);
    return attempt.keep({ step: 'container', container, since: this.parts.clock.now().toISOString() });
  }

  private async finish(attempt: Attempt<State>, before: State): Promise<Published> {
    const { container, since, step } = before;
    const state = await attempt.keep({ step: 'publishing', container, since });
    const path = `${attempt.publication.account.accountId}/media_publish`;
    let id: string;
    try {
      const publish = () => this.post(attempt, path, { creation_id: container });
      const answer = await (step === 'container' ? this.certainly(attempt, before, publish) : publish());
      ({ id } = read(answer, idSchema));
    } catch (error) {
      // Instagram also refuses when an earlier request, whose answer was lost, has meanwhile published the container.
      if (!(error instanceof ContentRefused)) throw error;
      const { status_code: code } = await this.containerOf(attempt, container);
      if (code !== 'PUBLISHED') throw error;
      return this.publishedAs(attempt, state);
    }
    attempt.progress(1);
    return { publishedAt: this.parts.clock.now(), url: await this.linkOf(attempt, id), externalId: id };
  }

  /** Creates the post's container without publishing it. @throws ContentRefused */
  private async container(attempt: Attempt<State>): Promise<string> {
    const { publication } = attempt;
    if (publication.visibility !== 'public')
      throw new ContentRefused('Instagram publishes for everybody: please choose the visibility “public”.');
    const caption = captionOf(publication);
    const { files, label } = await this.filesOf(publication);
    const [only] = files;
    if (only === undefined) throw new ContentRefused('Instagram takes videos and images: please add one to the post.');
    if (files.length === 1) return this.create(attempt, { ...only, ...label, caption });
    if (files.length > CAROUSEL) throw new ContentRefused(`Instagram takes at most ${CAROUSEL} files in a post.`);
    const children: string[] = [];
    for (const [at, file] of files.entries()) {
      // A clip in a carousel is a VIDEO instead of REELS.
      const type: Record<string, string> = file.media_type === undefined ? {} : { media_type: 'VIDEO' };
      children.push(await this.create(attempt, { ...file, ...type, is_carousel_item: 'true' }));
      attempt.progress((at + 1) / (files.length + 1));
    }
    for (const child of children) await this.ready(attempt, child);
    return this.create(attempt, { media_type: 'CAROUSEL', children: children.join(','), ...label, caption });
  }

  /**
   * Returns the fields of each file, and separately the label of generated media, since a carousel has one label as a
   * whole (Instagram Platform changelog of 2026-06-22, read 2026-11-26).
   */
  private async filesOf(
    publication: Publication,
  ): Promise<{ files: Record<string, string>[]; label: Record<string, string> }> {
    const opened = await Promise.all(publication.mediaUrls.map((url) => this.parts.media.file(publication, url)));
    const files = opened.map(({ key, contentType }): Record<string, string> => {
      const address = this.share(key);
      return contentType.startsWith('video/')
        ? { media_type: 'REELS', video_url: address }
        : { image_url: `${address}&${AS_FEED[publication.imageFit ?? 'pad']}` };
    });
    return { files, label: opened.some(({ isGenerated }) => isGenerated) ? { is_ai_generated: 'true' } : {} };
  }

  private async create(attempt: Attempt<State>, fields: Record<string, string>): Promise<string> {
    return read(await this.post(attempt, `${attempt.publication.account.accountId}/media`, fields), idSchema).id;
  }

  private async ready(attempt: Attempt<State>, child: string): Promise<void> {
    for (;;) {
      const { status_code: code, status } = await this.containerOf(attempt, child);
      if (code === 'FINISHED') return;
      if (code !== 'IN_PROGRESS') throw this.refused(status);
      await this.pause(attempt);
    }
  }

  private async containerOf(attempt: Attempt<State>, container: string): Promise<Container> {
    return read(await this.get(attempt, `${container}?fields=status_code,status`), containerSchema);
  }

  /** Finds the post of a published container; the container's status does not contain the post's id. */
  private async publishedAs(attempt: Attempt<State>, { since }: State): Promise<Published> {
    const path = `${attempt.publication.account.accountId}/media?fields=id,caption,permalink,timestamp&limit=${LOOKED_THROUGH}`;
    const answer = await this.softly(this.get(attempt, path));
    const list = answer === null ? null : tryRead(answer, mediaSchema);
    const caption = captionOf(attempt.publication).trim();
    const media = list?.data.find(
      (item) => (item.caption ?? '').trim() === caption && Date.parse(item.timestamp) >= Date.parse(since) - 60_000,
    );
    const publishedAt = media === undefined ? this.parts.clock.now() : new Date(media.timestamp);
    return { publishedAt, url: media?.permalink ?? null, externalId: media?.id ?? null };
  }

  /** Returns the post's address, or null on any failure: the post is published already. */
  private async linkOf(attempt: Attempt<State>, id: string): Promise<string | null> {
    const answer = await this.softly(this.get(attempt, `${id}?fields=permalink`));
    return answer === null ? null : (tryRead(answer, linkSchema)?.permalink ?? null);
  }

  private async softly(question: Promise<WireAnswer>): Promise<WireAnswer | null> {
    try {
      return await question;
    } catch (error) {
      if (this.isLost(error) || error instanceof PublishPassing || error instanceof ContentRefused) return null;
      throw error;
    }
  }

  private refused(status: string | null | undefined): Error {
    return this.errorOf(
      { is: 'refused', words: status ?? 'it did not say why' },
      { status: 200, headers: {}, text: '' },
    );
  }

  private get(attempt: Attempt<State>, path: string): Promise<WireAnswer> {
    return this.ask(attempt, { method: 'GET', url: `${this.parts.baseUrl}/${INSTAGRAM_VERSION}/${path}` });
  }

  private post(attempt: Attempt<State>, path: string, fields: Record<string, string>): Promise<WireAnswer> {
    return this.ask(attempt, {
      method: 'POST',
      url: `${this.parts.baseUrl}/${INSTAGRAM_VERSION}/${path}`,
      ...formBody(fields),
    });
  }
}
