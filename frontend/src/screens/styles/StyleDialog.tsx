import { LIMITS, STYLE_CATEGORIES, type SaveStyleRequest, type Style } from '@storyreel/contracts';
import { useState, type FormEvent } from 'react';
import { ImageUpload } from '../../domains/uploads/ImageUpload';
import {
  Button,
  characters,
  Dialog,
  Field,
  fitsLimit,
  Input,
  lengthNote,
  Select,
  Stack,
  tellFailure,
  Textarea,
} from '../../ui';
import { useFaultFocus } from '../../ui/useFaultFocus';
import { useSaveStyle } from '../../domains/styles/queries';
import { useKeptForm } from '../../platform/useKeptForm';
import { KeptOffers } from '../../ui/KeptOffers';
import { draftFrom, draftOf, excerptOf, missingIn, requestOf, textOf } from './style-draft';
import type { StyleDraft } from './style-draft';

const CATEGORIES = STYLE_CATEGORIES.map((value) => ({ value, label: value }));
const NAME_LIMIT = characters(LIMITS.styleName);
const ATTRIBUTES_LIMIT = characters(LIMITS.styleAttributes);
const FORM_ID = 'style-form';

/** style: null for a new one. Closes itself once it is saved; closed before, it offers what was typed the next time. */
export function StyleDialog({ style, onClose }: { style: Style | null; onClose: () => void }) {
  const [opened] = useState(() => draftOf(style));
  const [draft, setDraft] = useState(opened);
  const kept = useKeptForm(`style/${style?.id ?? 'new'}`, textOf(opened), textOf(draft));
  const { mutateAsync, isPending: saving } = useSaveStyle(style?.id);
  const [wasRefused, setRefused] = useState(false);
  const { form, refuse } = useFaultFocus();
  const missing = wasRefused ? missingIn(draft) : {};
  const set = (change: Partial<StyleDraft>) => setDraft((before) => ({ ...before, ...change }));

  function save(event: FormEvent): void {
    event.preventDefault();
    if (saving) return;
    // The fields say by how much.
    if (!fitsLimit(draft.name, NAME_LIMIT) || !fitsLimit(draft.attributes, ATTRIBUTES_LIMIT)) return refuse();
    const request = requestOf(draft);
    if (request) return void send(request);
    setRefused(true);
    refuse();
    tellFailure('Validation Error', 'Please fill in all required fields.');
  }

  async function send(request: SaveStyleRequest): Promise<void> {
    try {
      await mutateAsync(request, { onSuccess: onClose });
    } catch {
      // The user has been told. The dialog stays, with every word in it.
      return;
    }
    kept.saved(textOf(draft));
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={style ? 'Edit Style' : 'Add New Style'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM_ID} loading={saving}>
            {style ? 'Update Style' : 'Create Style'}
          </Button>
        </>
      }
    >
      <form ref={form} id={FORM_ID} onSubmit={save} noValidate>
        <Stack gap={4}>
          <KeptOffers kept={kept} read={draftFrom} excerptOf={excerptOf} onBringBack={setDraft} />
          <Field label="Name" {...lengthNote(draft.name, NAME_LIMIT)} {...(missing.name && { error: missing.name })}>
            {(ids) => (
              <Input {...ids} value={draft.name} required onChange={(event) => set({ name: event.target.value })} />
            )}
          </Field>
          <Field label="Category" error={missing.category}>
            {(ids) => (
              <Select
                {...ids}
                value={draft.category}
                onValueChange={(category) => set({ category })}
                options={CATEGORIES}
                placeholder="Choose a category"
              />
            )}
          </Field>
          <Field label="Style Image" error={missing.imageUrl}>
            {(ids) => (
              <ImageUpload
                {...ids}
                label="Style Image"
                hint="A 16:9 image is recommended, at most 10MB."
                purpose="style-image"
                value={draft.imageUrl}
                onChange={(imageUrl) => set({ imageUrl })}
              />
            )}
          </Field>
          <Field
            label="Attributes"
            hint="Optional: words that describe the look."
            {...lengthNote(draft.attributes, ATTRIBUTES_LIMIT)}
          >
            {(ids) => (
              <Textarea
                {...ids}
                value={draft.attributes}
                rows={3}
                onChange={(event) => set({ attributes: event.target.value })}
              />
            )}
          </Field>
        </Stack>
      </form>
    </Dialog>
  );
}
