import { LIMITS } from '@storyreel/contracts';
import { useState, type FormEvent } from 'react';
import { useSaveTemplate } from '../../domains/posts/templates';
import { Button, characters, Dialog, Field, fitsLimit, Input, lengthNote } from '../../ui';
import { useFaultFocus } from '../../ui/useFaultFocus';
import type { PostDraft } from './post-draft';

const NAME_LIMIT = characters(LIMITS.templateName);
const FORM_ID = 'template-form';

interface SaveTemplateDialogProps {
  draft: Pick<PostDraft, 'title' | 'content' | 'hashtags'>;
  onClose: () => void;
}

/** Content and hashtags of the post, under a name, for posts to come. */
export function SaveTemplateDialog({ draft, onClose }: SaveTemplateDialogProps) {
  const [name, setName] = useState(draft.title);
  const [isMissing, setMissing] = useState(false);
  const { form, refuse } = useFaultFocus();
  const { mutate, isPending } = useSaveTemplate();
  const note = lengthNote(name, NAME_LIMIT);

  function save(event: FormEvent): void {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (isPending) return;
    if (name.trim() === '' || !fitsLimit(name, NAME_LIMIT)) return refuse();
    const hashtagTemplate = draft.hashtags.join(' ');
    mutate({ name: name.trim(), contentTemplate: draft.content.trim(), hashtagTemplate }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Save as a template"
      description="Save this post's content and hashtags to reuse in future posts."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM_ID} loading={isPending}>
            Save Template
          </Button>
        </>
      }
    >
      <form ref={form} id={FORM_ID} onSubmit={save} noValidate>
        <Field label="Template Name" {...note} {...(isMissing && name.trim() === '' && { error: 'Name is required' })}>
          {(ids) => <Input {...ids} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
      </form>
    </Dialog>
  );
}
