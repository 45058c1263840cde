import type { SocialPost, UpdatePostRequest } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { z } from 'zod';
import { keptDraftReader, useKeptForm } from '../../../platform/autosave/useKeptForm';
import { reasonOf } from '../../../platform/http/failures';
import { dayAt, timeAt } from '../../../platform/time/zoned-time';
import { Button, Dialog, Stack, tellFailure, toast } from '../../../ui';
import { useFaultFocus } from '../../../ui/Field';
import { KeptOffers } from '../../../ui/KeptTexts';
import { ContentField, HashtagsField, PostTimeFields, TitleField } from './EditFields';
import { useSocialAccounts } from '../api';
import { changePost } from '../post-commands';
import { DEFAULT_TIME } from '../post-days';
import { tagsIn } from '../tags';
import { TikTokFields } from '../tiktok/TikTokFields';
import {
  NO_TIKTOK_CHOICES,
  tiktokDraftOf,
  tiktokDraftSchema,
  tiktokSettingsOf,
  useTikTokChoices,
} from '../tiktok/tiktok-choices';
import { scheduleFaults, scheduleOf, wordFaults, wordLimits } from './edit-rules';
import type { EditFaults } from './edit-rules';
import type { PostDialogProps } from './PostDialog';

const editSchema = z.object({
  title: z.string(),
  content: z.string(),
  hashtags: z.string(),
  /** The scheduled day; '' when the post is not scheduled. */
  day: z.string(),
  time: z.string(),
  tiktok: tiktokDraftSchema.default(NO_TIKTOK_CHOICES),
});
/** Field values of the editor. */
export type EditDraft = z.infer<typeof editSchema>;

const editDraftOf = ({ title, content, hashtags, scheduledAt, tiktok }: SocialPost, zone: string): EditDraft => ({
  title,
  content,
  hashtags: hashtags.join(' '),
  day: scheduledAt === null ? '' : dayAt(scheduledAt, zone),
  time: scheduledAt === null ? DEFAULT_TIME : timeAt(scheduledAt, zone),
  tiktok: tiktokDraftOf(tiktok),
});

const editTextOf = ({ title, content, hashtags, day, time, tiktok }: EditDraft): string =>
  JSON.stringify({ title, content, hashtags, day, time, tiktok });

const editDraftFrom = keptDraftReader(editSchema);

const excerptOf = ({ title, content }: Pick<EditDraft, 'title' | 'content'>): string =>
  [title.trim(), content.trim()].filter(Boolean).join(' · ');

const isMoved = (draft: EditDraft, opened: EditDraft): boolean =>
  draft.day !== opened.day || (draft.day !== '' && draft.time !== opened.time);

/**
 * Returns errors by field. A past time is an error only if the author has just set it, so that the text of a missed
 * post can still be corrected.
 */
function editFaults(draft: EditDraft, opened: EditDraft, now: Date, zone: string): EditFaults {
  return {
    ...wordFaults(draft),
    ...(isMoved(draft, opened) && scheduleFaults(scheduleOf(draft, zone), now)),
  };
}

/** Returns only the changed fields, so that changes from another window are kept. */
function changesOf(draft: EditDraft, opened: EditDraft, zone: string): UpdatePostRequest {
  const due = scheduleOf(draft, zone);
  return {
    ...(draft.title !== opened.title && { title: draft.title.trim() }),
    ...(draft.content !== opened.content && { content: draft.content.trim() }),
    ...(draft.hashtags !== opened.hashtags && { hashtags: tagsIn(draft.hashtags) }),
    ...(draft.tiktok !== opened.tiktok && { tiktok: tiktokSettingsOf(draft.tiktok) }),
    ...(isMoved(draft, opened) && {
      scheduledAt: due?.toISOString() ?? null,
      status: due ? ('scheduled' as const) : ('draft' as const),
    }),
  };
}

const FORM_ID = 'post-form';

/** Edits the text and time of an unpublished post. */
export function PostEditor({ post, zone, onClose, onChanged, onDone }: PostDialogProps & { onDone: () => void }) {
  const queryClient = useQueryClient();
  const [opened] = useState(() => editDraftOf(post, zone));
  const [draft, setDraft] = useState(opened);
  const { form, refuse } = useFaultFocus();
  const [submitted, setSubmitted] = useState(false);
  const [saving, setSaving] = useState(false);
  const kept = useKeptForm(`social-post/${post.id}`, editTextOf(opened), editTextOf(draft));
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const limits = wordLimits(draft, post.platform);
  const { data: accounts = [] } = useSocialAccounts();
  const account = accounts.find(({ id }) => id === post.socialAccountId);
  const choices = useTikTokChoices(account, draft.tiktok, post.selectedProjectVideo?.videoUrl ?? null);
  // TikTok's choices may be missing in a draft, and in a post that was scheduled before TikTok required them.
  const isUntouched = draft.tiktok === opened.tiktok && (post.tiktok !== null || opened.day !== '');
  const isRefused = choices.fault !== undefined && draft.day !== '' && !isUntouched;
  const faults = submitted ? editFaults(draft, opened, new Date(), zone) : {};

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (saving) return;
    setSubmitted(true);
    // The fields show the errors, and nothing is sent.
    if (Object.keys(editFaults(draft, opened, new Date(), zone)).length > 0 || !limits.met || isRefused)
      return refuse();
    setSaving(true);
    try {
      onChanged(await changePost(queryClient, post.id, changesOf(draft, opened, zone)));
    } catch (error) {
      tellFailure('Update Failed', reasonOf(error) ?? 'Failed to update post. Please try again.');
      return;
    } finally {
      setSaving(false);
    }
    kept.saved(editTextOf(draft));
    toast({ title: 'Post updated' });
    onDone();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Edit Post"
      footer={
        <>
          <Button onClick={onDone}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM_ID} loading={saving}>
            Save Post
          </Button>
        </>
      }
    >
      <form ref={form} id={FORM_ID} onSubmit={(event) => void save(event)} noValidate>
        <Stack gap={4}>
          <KeptOffers kept={kept} read={editDraftFrom} excerptOf={excerptOf} onBringBack={setDraft} />
          <TitleField
            value={draft.title}
            onChange={(title) => change({ title })}
            fault={faults.title ?? limits.refused.title}
          />
          <ContentField
            value={draft.content}
            onChange={(content) => change({ content })}
            fault={faults.content ?? limits.refused.content}
            limit={limits.content}
          />
          <HashtagsField
            label="Hashtags"
            value={draft.hashtags}
            onChange={(hashtags) => change({ hashtags })}
            fault={
              limits.tooManyTags
                ? `At most ${limits.hashtags} hashtags are allowed on this platform.`
                : limits.refused.hashtags
            }
          />
          <TikTokFields
            choices={choices}
            draft={draft.tiktok}
            onChange={(tiktok) => change({ tiktok })}
            wasTried={submitted && isRefused}
          />
          <PostTimeFields day={draft.day} time={draft.time} zone={zone} onChange={change} fault={faults.schedule} />
        </Stack>
      </form>
    </Dialog>
  );
}
