import { LIMITS, postLimits } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { changePost } from '../../domains/posts/change-post';
import { reasonOf } from '../../platform/reasons';
import { useKeptForm } from '../../platform/useKeptForm';
import { dayAt } from '../../platform/zoned-time';
import {
  Button,
  characters,
  Dialog,
  Field,
  fitsLimit,
  Input,
  lengthNote,
  Row,
  Stack,
  tellFailure,
  toast,
} from '../../ui';
import { DatePicker } from '../../ui/DatePicker';
import { GrowingTextarea } from '../../ui/GrowingTextarea';
import { KeptOffers } from '../../ui/KeptOffers';
import { changesOf, editDraftFrom, editDraftOf, editFaults, editTextOf } from './edit-draft';
import { excerptOf, hashtagsIn } from './post-draft';
import type { PostDialogProps } from './PostDialog';

const TITLE_LIMIT = characters(LIMITS.postTitle);
const FORM_ID = 'post-form';

/** Changes the words and the time of a post that is not published. */
export function PostEditor({ post, zone, onClose, onChanged, onDone }: PostDialogProps & { onDone: () => void }) {
  const queryClient = useQueryClient();
  const [opened] = useState(() => editDraftOf(post, zone));
  const [draft, setDraft] = useState(opened);
  const [submitted, setSubmitted] = useState(false);
  const [saving, setSaving] = useState(false);
  const kept = useKeptForm(`social-post/${post.id}`, editTextOf(opened), editTextOf(draft));
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const limits = postLimits([post.platform]);
  const contentLimit = characters(limits.characters);
  const faults = submitted ? editFaults(draft, opened, new Date(), zone) : {};
  const tooManyTags = hashtagsIn(draft.hashtags).length > limits.hashtags;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (saving) return;
    setSubmitted(true);
    const wrong = Object.keys(editFaults(draft, opened, new Date(), zone)).length > 0 || tooManyTags;
    if (wrong || !fitsLimit(draft.title, TITLE_LIMIT) || !fitsLimit(draft.content, contentLimit)) return;
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
      <form id={FORM_ID} onSubmit={(event) => void save(event)} noValidate>
        <Stack gap={4}>
          <KeptOffers kept={kept} read={editDraftFrom} excerptOf={excerptOf} onBringBack={setDraft} />
          <Field label="Title" {...lengthNote(draft.title, TITLE_LIMIT)} {...(faults.title && { error: faults.title })}>
            {(ids) => (
              <Input {...ids} value={draft.title} onChange={(event) => change({ title: event.target.value })} />
            )}
          </Field>
          <Field
            label="Content"
            {...lengthNote(draft.content, contentLimit)}
            {...(faults.content && { error: faults.content })}
          >
            {(ids) => (
              <GrowingTextarea
                {...ids}
                value={draft.content}
                rows={5}
                onChange={(event) => change({ content: event.target.value })}
              />
            )}
          </Field>
          <Field
            label="Hashtags"
            hint="Separated by spaces."
            error={tooManyTags ? `At most ${limits.hashtags} hashtags fit this platform.` : undefined}
          >
            {(ids) => (
              <Input {...ids} value={draft.hashtags} onChange={(event) => change({ hashtags: event.target.value })} />
            )}
          </Field>
          <Field label="Schedule date" error={faults.schedule}>
            {(ids) => (
              <DatePicker
                {...ids}
                label="Schedule date"
                value={draft.day}
                min={dayAt(new Date(), zone)}
                onValueChange={(day) => change({ day })}
                placeholder="Not scheduled"
              />
            )}
          </Field>
          <Row gap={3}>
            <Field label="Time">
              {(ids) => (
                <Input
                  {...ids}
                  type="time"
                  value={draft.time}
                  onChange={(event) => change({ time: event.target.value })}
                />
              )}
            </Field>
            {draft.day !== '' && (
              <Button size="small" variant="ghost" onClick={() => change({ day: '' })}>
                Remove date
              </Button>
            )}
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}
