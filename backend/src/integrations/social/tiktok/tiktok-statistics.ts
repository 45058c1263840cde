import { z } from 'zod';
import { countSchema } from '../statistics';
import type { AskForNumbers, PlatformStatistics, PostReading, PublishedPost } from '../statistics';
import { jsonBody, read, tryRead } from '../wire/platform-wire';
import type { WireAnswer } from '../wire/platform-wire';

/** A 64-bit id exceeds JSON's safe integers; long ids are read as strings. */
const idSchema = z.union([z.string(), z.int()]).transform(String);
const statusSchema = z.object({ data: z.object({ publicaly_available_post_id: idSchema.array().nullish() }) });
const videosSchema = z.object({
  data: z.object({
    videos: z
      .object({
        id: idSchema,
        share_url: z.url().max(4_000).nullish(),
        view_count: countSchema.nullish(),
        like_count: countSchema.nullish(),
        comment_count: countSchema.nullish(),
      })
      .array()
      .default([]),
  }),
});
const problemSchema = z.object({ error: z.object({ code: z.string() }) });
const codeOf = (answer: WireAnswer): string => tryRead(answer, problemSchema)?.error.code ?? '';

const NO_SCOPE = new Set(['scope_not_authorized', 'scope_permission_missed']);
/** Code for a publication that TikTok no longer knows, or never knew. */
const UNKNOWN_PUBLICATION = 'invalid_publish_id';
const FIELDS = 'id,share_url,view_count,like_count,comment_count';

/**
 * Returns the id of the post, which differs from the id of its publication. A public post gets an id after TikTok's
 * review; other posts never get one, and TikTok counts only public ones.
 */
async function postIdOf(ask: AskForNumbers, { externalId, url }: PublishedPost): Promise<string | null> {
  if (/^\d+$/u.test(externalId)) return externalId;
  const known = /\/video\/(\d+)$/u.exec(url ?? '')?.[1];
  if (known !== undefined) return known;
  const path = '/v2/post/publish/status/fetch/';
  const answer = await ask({ method: 'POST', path, ...jsonBody({ publish_id: externalId }) });
  if (codeOf(answer) === UNKNOWN_PUBLICATION) return null;
  return read(answer, statusSchema).data.publicaly_available_post_id?.[0] ?? null;
}

/**
 * Reads `/v2/video/query/` with the scope `video.list` (developers.tiktok.com/doc/tiktok-api-v2-video-query, read
 * 2026-11-28): 20 ids per call, 600 calls per minute for the installation ('Rate limits', 2026-11-28). The status of a
 * publication may be requested 30 times per minute for an account.
 */
export const TIKTOK_STATISTICS: PlatformStatistics = {
  postsPerCall: 20,
  callsPerPass: 60,
  limits: 'installation',
  lacksScope: (answer) => NO_SCOPE.has(codeOf(answer)),
  isGone: (answer) => codeOf(answer) === UNKNOWN_PUBLICATION,
  async read(ask, posts) {
    const postIds = new Map<string, PublishedPost>();
    for (const post of posts) {
      const id = await postIdOf(ask, post);
      if (id !== null) postIds.set(id, post);
    }
    if (postIds.size === 0) return new Map();
    const body = jsonBody({ filters: { video_ids: [...postIds.keys()] } });
    const { videos } = read(
      await ask({ method: 'POST', path: `/v2/video/query/?fields=${FIELDS}`, ...body }),
      videosSchema,
    ).data;
    const found = new Map(videos.map((video) => [video.id, video]));
    const readings = new Map<string, PostReading>();
    for (const [id, { externalId, url }] of postIds) {
      const video = found.get(id);
      if (video === undefined) readings.set(externalId, 'gone');
      else if (typeof video.view_count === 'number') {
        const numbers = {
          views: video.view_count,
          likes: video.like_count ?? null,
          comments: video.comment_count ?? null,
        };
        const address = url === null && video.share_url ? { url: video.share_url } : {};
        readings.set(externalId, { numbers, ...(id !== externalId && { externalId: id }), ...address });
      }
    }
    return readings;
  },
};
