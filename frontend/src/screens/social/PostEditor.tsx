import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { changePost } from '../../domains/posts/change-post';
import { reasonOf } from '../../platform/reasons';
import { useKeptForm } from '../../platform/useKeptForm';
import { Button, Dialog, Stack, tellFailure, toast } from '../../ui';
import { KeptOffers } from '../../ui/KeptOffers';
import { useFaultFocus } from '../../ui/useFaultFocus';
import { changesOf, editDraftFrom, editDraftOf, editFaults, editTextOf } from './edit-draft';
import { excerptOf } from './post-draft';
import type { PostDialogProps } from './PostDialog';
import { PostTimeFields } from './PostTimeFields';
import { ContentField, HashtagsField, TitleField } from './PostWordFields';
import { wordLimits } from './word-limits';

const FORM_ID = 'post-form';

/** Changes the words and the time of a post that is not published. */
export function PostEditor({ post, zone, onClose, onChanged, onDone }: PostDialogProps & { onDone: () => void }) {
  const queryClient = useQueryClient();
  const [opened] = useState(() => editDraftOf(post, zone));
  const [draft, setDraft] = useState(opened);
  const { form, refuse } = useFaultFocus();
  const [submitted, setSubmitted] = useState(false);
  const [saving, setSaving] = useState(false);
  const kept = useKeptForm(`social-post/${post.id}`, editTextOf(opened), editTextOf(draft));
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const limits = wordLimits(draft, [post.platform]);
  const faults = submitted ? editFaults(draft, opened, new Date(), zone) : {};

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (saving) return;
    setSubmitted(true);
    // The fields say what is wrong.
    if (Object.keys(editFaults(draft, opened, new Date(), zone)).length > 0 || !limits.met) return refuse();
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
          <TitleField value={draft.title} onChange={(title) => change({ title })} fault={faults.title} />
          <ContentField
            value={draft.content}
            onChange={(content) => change({ content })}
            fault={faults.content}
            limit={limits.content}
          />
          <HashtagsField
            label="Hashtags"
            value={draft.hashtags}
            onChange={(hashtags) => change({ hashtags })}
            fault={limits.tooManyTags ? `At most ${limits.hashtags} hashtags are allowed on this platform.` : undefined}
          />
          <PostTimeFields day={draft.day} time={draft.time} zone={zone} onChange={change} fault={faults.schedule} />
        </Stack>
      </form>
    </Dialog>
  );
}
