import { captionOf, PLATFORM_PROFILES, textRefusals } from '@storyreel/contracts';
import { z } from 'zod';
import { PlatformPublisher } from '../platform-publisher';
import type { Attempt, Verdict } from '../platform-publisher';
import { pieceOf } from '../publication-media';
import type { MediaFile } from '../publication-media';
import { ContentRefused, PublishPassing } from '../publish-errors';
import type { Found, Publication, Published } from '../social-publisher';
import { jsonBody, read, tryRead } from '../wire/platform-wire';
import type { WireAnswer, WireRequest } from '../wire/platform-wire';
import { YOUTUBE_STATISTICS } from './youtube-statistics';

const problemSchema = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.object({ reason: z.string() }).array().default([]),
  }),
});

const LIMITS = new Set([
  'quotaExceeded',
  'dailyLimitExceeded',
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'uploadLimitExceeded',
  'uploadRateLimitExceeded',
]);
const CLOSED = new Set([
  'authError',
  'insufficientPermissions',
  'accountClosed',
  'accountSuspended',
  'accountDelegationForbidden',
  'authenticatedUserAccountClosed',
  'authenticatedUserAccountSuspended',
  'channelClosed',
  'channelSuspended',
  'youtubeSignupRequired',
]);

/** Classifies an answer of the YouTube Data API. */
export function youtubeVerdict(answer: WireAnswer): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) return { is: 'fine' };
  if (status === 401) return { is: 'token' };
  const problem = tryRead(answer, problemSchema)?.error;
  const reason = problem?.errors[0]?.reason ?? '';
  const words = problem?.message || `status ${status}`;
  if (status === 429 || LIMITS.has(reason)) return { is: 'limited', words };
  if (status >= 500 || status === 408 || status < 400) return { is: 'passing' };
  return CLOSED.has(reason) ? { is: 'revoked', words } : { is: 'refused', words };
}

/**
 * A multiple of 256 KiB, as the resumable upload protocol requires
 * (cloud.google.com/dotnet/docs/reference/Google.Apis/latest/Google.Apis.Upload.ResumableUpload, read 2026-11-28).
 */
const CHUNK = 8 * 1_048_576;
/** Number of a channel's newest videos that are searched for a video whose upload was lost. */
const LOOKED_THROUGH = 50;
/** Statuses of an upload session that has ended or is no longer known; 410 is not documented, chosen 2026-11-28. */
const SESSION_GONE = [404, 410];

/** Limits of thumbnails: developers.google.com/youtube/v3/docs/thumbnails/set, read 2026-11-28. */
const THUMBNAIL = { bytes: 2 * 1_048_576, types: ['image/jpeg', 'image/png'], withinMs: 60_000 };
const NO_THUMBNAIL = "YouTube didn't take the film's poster as the thumbnail. You can set one in YouTube Studio.";

const stateSchema = z.object({
  /** 'ending': the last piece may have been sent, which publishes the video. */
  step: z.enum(['uploading', 'ending']),
  /** Upload address, which by itself authorizes the upload. */
  session: z.string(),
  since: z.string(),
});
type State = z.infer<typeof stateSchema>;

const videoSchema = z.object({
  id: z.string().min(1).max(100),
  status: z
    .object({
      uploadStatus: z.string().optional(),
      privacyStatus: z.string().optional(),
      failureReason: z.string().optional(),
      rejectionReason: z.string().optional(),
    })
    .optional(),
});
type Video = z.infer<typeof videoSchema>;
const channelsSchema = z.object({
  items: z.object({ contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string() }) }) }).array(),
});
const uploadsSchema = z.object({
  items: z
    .object({
      snippet: z.object({
        title: z.string(),
        description: z.string(),
        publishedAt: z.string(),
        resourceId: z.object({ videoId: z.string().min(1).max(100) }),
      }),
    })
    .array(),
});

type Progress = { video: Video } | { offset: number } | 'gone';

/**
 * The resumable upload of the YouTube Data API: a session yields one video, even if several nodes send its pieces
 * repeatedly.
 */
export class YouTubePublisher extends PlatformPublisher<State> {
  readonly platform = 'youtube';
  readonly label = 'YouTube';
  protected readonly stateSchema = stateSchema;
  protected readonly safeStep = 'uploading';
  protected readonly verdict = youtubeVerdict;
  readonly statistics = this.readerOf(YOUTUBE_STATISTICS);

  protected async run(attempt: Attempt<State>): Promise<Published> {
    const file = await this.parts.media.video(attempt.publication, this.label);
    for (;;) {
      const isNew = attempt.state === null;
      const state = attempt.state ?? (await this.begin(attempt, file));
      const video = await this.upload(attempt, state, file, isNew ? 0 : null);
      if (video !== null) return this.complete(attempt, video);
      // The session is gone. If the last piece was not sent, there is no video; otherwise there may be one.
      if (this.mayBePublished(attempt)) {
        const found = await this.search(attempt, state.since);
        if (found !== null) return found;
        throw this.lostAtTheEnd(null);
      }
      attempt.state = null;
      await this.pause(attempt);
    }
  }

  protected async look(attempt: Attempt<State>, { step, session, since }: State): Promise<Found> {
    const progress = await this.progressOf(attempt, session);
    if (progress !== 'gone' && 'video' in progress)
      return { status: 'published', ...(await this.complete(attempt, progress.video)) };
    if (progress !== 'gone' || step === 'uploading') return { status: 'absent' };
    const found = await this.search(attempt, since);
    return found === null ? { status: 'unknown' } : { status: 'published', ...found };
  }

  private async begin(attempt: Attempt<State>, file: MediaFile): Promise<State> {
    const { content, headers } = { content: jsonBody(resourceOf(attempt.publication, file)), headers: announce(file) };
    const answer = await this.ask(attempt, {
      method: 'POST',
      url: `${this.parts.baseUrl}/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status`,
      headers: { ...content.headers, ...headers },
      body: content.body,
    });
    const session = answer.headers.location;
    if (session === undefined) throw new PublishPassing('YouTube did not say where to upload the video.');
    return attempt.keep({ step: 'uploading', session, since: this.parts.clock.now().toISOString() });
  }

  /** Returns null when the session is gone. With `from` null, the session is queried for its progress. */
  private async upload(
    attempt: Attempt<State>,
    { session }: State,
    file: MediaFile,
    from: number | null,
  ): Promise<Video | null> {
    let offset = from;
    let losses = 0;
    for (;;) {
      try {
        const progress =
          offset === null ? await this.progressOf(attempt, session) : await this.send(attempt, session, file, offset);
        if (progress === 'gone') return null;
        if ('video' in progress) return progress.video;
        attempt.progress(progress.offset / file.size);
        if (progress.offset <= (offset ?? -1)) throw new PublishPassing('YouTube accepted no part of the video.');
        offset = progress.offset;
        losses = 0;
      } catch (error) {
        if (!this.isLost(error)) throw error;
        losses += 1;
        if (losses > this.parts.patience.losses) throw error;
        offset = null;
        await this.pause(attempt);
      }
    }
  }

  private async send(attempt: Attempt<State>, session: string, file: MediaFile, start: number): Promise<Progress> {
    const end = Math.min(start + CHUNK, file.size) - 1;
    const isLast = end === file.size - 1;
    const before = attempt.state;
    if (isLast && before?.step === 'uploading') await attempt.keep({ ...before, step: 'ending' });
    const put = () => this.put(attempt, session, pieceOf(file, { start, end }));
    return before?.step === 'uploading' && isLast ? this.certainly(attempt, before, put) : put();
  }

  private progressOf(attempt: Attempt<State>, session: string): Promise<Progress> {
    return this.put(attempt, session, { headers: { 'content-range': 'bytes */*' } });
  }

  private async put(
    attempt: Attempt<State>,
    session: string,
    piece: Pick<WireRequest, 'headers' | 'body'>,
  ): Promise<Progress> {
    const answer = await this.ask(attempt, { method: 'PUT', url: session, ...piece }, [308, ...SESSION_GONE]);
    if (SESSION_GONE.includes(answer.status)) return 'gone';
    if (answer.status !== 308) return { video: read(answer, videoSchema) };
    const last = /^bytes=0-(\d{1,15})$/.exec(String(answer.headers.range ?? ''))?.[1];
    return { offset: last === undefined ? 0 : Number(last) + 1 };
  }

  /** Searches the channel's newest videos for one published after `since` with the same title and description. */
  private async search(attempt: Attempt<State>, since: string): Promise<Published | null> {
    const { baseUrl } = this.parts;
    const channels = read(
      await this.ask(attempt, { method: 'GET', url: `${baseUrl}/youtube/v3/channels?part=contentDetails&mine=true` }),
      channelsSchema,
    );
    const uploads = channels.items[0]?.contentDetails.relatedPlaylists.uploads;
    if (uploads === undefined) return null;
    const query = new URLSearchParams({ part: 'snippet', maxResults: `${LOOKED_THROUGH}`, playlistId: uploads });
    const answer = await this.ask(attempt, {
      method: 'GET',
      url: `${baseUrl}/youtube/v3/playlistItems?${query.toString()}`,
    });
    const { title, description } = snippetOf(attempt.publication);
    const found = read(answer, uploadsSchema).items.find(
      ({ snippet }) =>
        snippet.title.trim() === title.trim() &&
        snippet.description.trim() === description.trim() &&
        Date.parse(snippet.publishedAt) >= Date.parse(since) - 60_000,
    );
    return found === undefined ? null : this.complete(attempt, { id: found.snippet.resourceId.videoId });
  }

  /** Sets the thumbnail of a published video, and adds a note for the author if that fails. */
  private async complete(attempt: Attempt<State>, video: Video): Promise<Published> {
    const published = this.published(video, attempt.publication);
    const note = await this.setThumbnail(attempt, video.id);
    return note === null ? published : { ...published, notes: [...(published.notes ?? []), note] };
  }

  /**
   * Sets the film's poster as the thumbnail, for Shorts too (since 2026-11-03, revision history of the YouTube Data
   * API, read 2026-11-28). The video is published already, so a failure is only noted for the author.
   */
  private async setThumbnail(attempt: Attempt<State>, videoId: string): Promise<string | null> {
    const { publication, signal } = attempt;
    const { thumbnailUrl } = publication;
    if (thumbnailUrl === undefined) return null;
    try {
      const file = await this.parts.media.file(publication, thumbnailUrl);
      if (file.size > THUMBNAIL.bytes || !THUMBNAIL.types.includes(file.contentType)) return NO_THUMBNAIL;
      const time = AbortSignal.timeout(THUMBNAIL.withinMs);
      await this.ask(
        { publication, signal: AbortSignal.any([signal, time]) },
        {
          method: 'POST',
          url: `${this.parts.baseUrl}/upload/youtube/v3/thumbnails/set?videoId=${encodeURIComponent(videoId)}&uploadType=media`,
          headers: { 'content-type': file.contentType },
          body: { bytes: file.size, open: () => file.read(0, file.size - 1) },
        },
      );
      return null;
    } catch {
      // The next attempt finds the video and sets its thumbnail.
      signal.throwIfAborted();
      return NO_THUMBNAIL;
    }
  }

  private published({ id, status }: Video, { visibility }: Publication): Published {
    if (status?.uploadStatus === 'rejected' || status?.uploadStatus === 'failed') {
      const reason = status.rejectionReason ?? status.failureReason ?? 'it did not say why';
      throw this.errorOf({ is: 'refused', words: reason }, { status: 200, headers: {}, text: '' });
    }
    const url = `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`;
    const madePrivate = status?.privacyStatus === 'private' && visibility !== 'private';
    return { publishedAt: this.parts.clock.now(), url, externalId: id, ...(madePrivate && { madePrivate }) };
  }
}

const announce = ({ size, contentType }: MediaFile): Record<string, string> => ({
  'x-upload-content-length': `${size}`,
  'x-upload-content-type': contentType,
});

const snippetOf = (publication: Publication) => {
  const { title, hashtags } = publication;
  return { title, description: captionOf(publication), tags: [...hashtags] };
};

/** @throws ContentRefused */
function resourceOf(publication: Publication, { isGenerated }: Pick<MediaFile, 'isGenerated'>) {
  const [refusal] = textRefusals(PLATFORM_PROFILES.youtube, publication);
  if (refusal) throw new ContentRefused(refusal.message);
  return {
    snippet: snippetOf(publication),
    status: {
      privacyStatus: publication.visibility,
      selfDeclaredMadeForKids: false,
      // Available since 2024-10-30 (developers.google.com/youtube/v3/revision_history, 2026-11-26).
      containsSyntheticMedia: isGenerated,
    },
  };
}
