import type { SocialPost, UpdatePostRequest } from '@storyreel/contracts';
import { z } from 'zod';
import { DEFAULT_TIME } from '../../domains/posts/post-days';
import { tagsIn } from '../../domains/posts/tags';
import { keptDraftReader } from '../../platform/kept-draft';
import { dayAt, timeAt } from '../../platform/zoned-time';
import { scheduleFaults, scheduleOf, wordFaults, type DraftFaults } from './post-draft';

const editSchema = z.object({
  title: z.string(),
  content: z.string(),
  hashtags: z.string(),
  /** '' while the post is not scheduled. */
  day: z.string(),
  time: z.string(),
});
/** What the fields of the editor say. */
export type EditDraft = z.infer<typeof editSchema>;

export const editDraftOf = ({ title, content, hashtags, scheduledAt }: SocialPost, zone: string): EditDraft => ({
  title,
  content,
  hashtags: hashtags.join(' '),
  day: scheduledAt === null ? '' : dayAt(scheduledAt, zone),
  time: scheduledAt === null ? DEFAULT_TIME : timeAt(scheduledAt, zone),
});

export const editTextOf = ({ title, content, hashtags, day, time }: EditDraft): string =>
  JSON.stringify({ title, content, hashtags, day, time });

export const editDraftFrom = keptDraftReader(editSchema);

const isMoved = (draft: EditDraft, opened: EditDraft): boolean =>
  draft.day !== opened.day || (draft.day !== '' && draft.time !== opened.time);

/** A time that has passed is wrong only when it is new: the words of a missed post can be mended first. */
export function editFaults(draft: EditDraft, opened: EditDraft, now: Date, zone: string): DraftFaults {
  return {
    ...wordFaults(draft),
    ...(isMoved(draft, opened) && scheduleFaults(scheduleOf(draft, zone), now)),
  };
}

/** What differs: what another window has changed meanwhile stays. */
export function changesOf(draft: EditDraft, opened: EditDraft, zone: string): UpdatePostRequest {
  const due = scheduleOf(draft, zone);
  return {
    ...(draft.title !== opened.title && { title: draft.title.trim() }),
    ...(draft.content !== opened.content && { content: draft.content.trim() }),
    ...(draft.hashtags !== opened.hashtags && { hashtags: tagsIn(draft.hashtags) }),
    ...(isMoved(draft, opened) && {
      scheduledAt: due?.toISOString() ?? null,
      status: due ? ('scheduled' as const) : ('draft' as const),
    }),
  };
}
