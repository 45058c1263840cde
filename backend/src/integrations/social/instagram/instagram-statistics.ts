import { z } from 'zod';
import { countSchema } from '../statistics';
import type { PlatformStatistics, PostReading } from '../statistics';
import { read, tryRead } from '../wire/platform-wire';
import type { WireAnswer } from '../wire/platform-wire';
import { INSTAGRAM_VERSION } from './instagram-oauth';

const insightsSchema = z.object({
  data: z.object({ name: z.string(), values: z.object({ value: countSchema }).array().min(1) }).array(),
});
const problemSchema = z.object({ error: z.object({ code: z.number(), error_subcode: z.number().nullish() }) });

/**
 * Codes of a missing permission, and of an object that does not exist (developers.facebook.com, 'Error codes',
 * 2026-11-28).
 */
const NO_PERMISSION = new Set([10, 200]);
const NO_OBJECT = { code: 100, subcode: 33 };
const NO_ALIAS = 803;

function isGone(answer: WireAnswer): boolean {
  const error = tryRead(answer, problemSchema)?.error;
  return error?.code === NO_ALIAS || (error?.code === NO_OBJECT.code && error.error_subcode === NO_OBJECT.subcode);
}

/**
 * Reads insights of media objects
 * (developers.facebook.com/documentation/instagram-platform/reference/instagram-media/insights, read 2026-11-28): one
 * object per call. Metrics that do not exist yet are missing from the answer; the others can be 48 hours old. The rate
 * limit is the account's, and grows with its impressions ('Rate limits', 2026-11-28).
 */
export const INSTAGRAM_STATISTICS: PlatformStatistics = {
  postsPerCall: 1,
  callsPerPass: 60,
  limits: 'account',
  lacksScope: (answer) => NO_PERMISSION.has(tryRead(answer, problemSchema)?.error.code ?? 0),
  isGone,
  async read(ask, posts) {
    const readings = new Map<string, PostReading>();
    for (const { externalId } of posts) {
      const path = `/${INSTAGRAM_VERSION}/${encodeURIComponent(externalId)}/insights?metric=views,likes,comments`;
      const answer = await ask({ method: 'GET', path });
      if (isGone(answer)) readings.set(externalId, 'gone');
      else {
        const metrics = new Map(read(answer, insightsSchema).data.map(({ name, values }) => [name, values[0]?.value]));
        const views = metrics.get('views');
        const [likes = null, comments = null] = [metrics.get('likes'), metrics.get('comments')];
        if (views !== undefined) readings.set(externalId, { numbers: { views, likes, comments } });
      }
    }
    return readings;
  },
};
