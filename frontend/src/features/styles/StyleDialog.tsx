import { LIMITS, STYLE_CATEGORIES } from '@storyreel/contracts';
import type { SaveStyleRequest, Style } from '@storyreel/contracts';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { z } from 'zod';
import { keptDraftReader, useKeptForm } from '../../platform/autosave/useKeptForm';
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
import { useFaultFocus } from '../../ui/Field';
import { KeptOffers } from '../../ui/KeptTexts';
import { ImageUpload } from '../uploads/ImageUpload';
import { useSaveStyle } from './api';

const draftSchema = z.object({
  name: z.string(),
  category: z.enum(STYLE_CATEGORIES).or(z.literal('')),
  imageUrl: z.string(),
  attributes: z.string(),
});
/** The fields of a style. */
type StyleDraft = z.infer<typeof draftSchema>;

const draftOf = (style: Style | null): StyleDraft => ({
  name: style?.name ?? '',
  category: style?.category ?? '',
  imageUrl: style?.imageUrl ?? '',
  attributes: style?.attributes ?? '',
});

/** Returns error messages for required fields that are empty. */
const missingIn = ({ name, category, imageUrl }: StyleDraft) => ({
  ...(!name.trim() && { name: 'Name is required' }),
  ...(!category && { category: 'Category is required' }),
  ...(!imageUrl.trim() && { imageUrl: 'Style image is required' }),
});

/** Returns the request; null while a required field is empty. */
function requestOf({ name, category, imageUrl, attributes }: StyleDraft): SaveStyleRequest | null {
  if (!name.trim() || !imageUrl.trim() || !category) return null;
  return {
    name: name.trim(),
    description: null,
    imageUrl: imageUrl.trim(),
    prompt: null,
    category,
    attributes: attributes.trim() || null,
  };
}

/** Serialises a draft for storage in the browser. */
const textOf = ({ name, category, imageUrl, attributes }: StyleDraft): string =>
  JSON.stringify({ name, category, imageUrl, attributes });

/** Returns a text by which the user recognises a draft: words first, since a category alone hardly identifies one. */
const excerptOf = ({ name, attributes, category }: StyleDraft): string =>
  [name.trim(), attributes.trim(), category].filter(Boolean).join(' · ');

const draftFrom = keptDraftReader(draftSchema);

const CATEGORIES = STYLE_CATEGORIES.map((value) => ({ value, label: value }));
const NAME_LIMIT = characters(LIMITS.styleName);
const ATTRIBUTES_LIMIT = characters(LIMITS.styleAttributes);
const FORM_ID = 'style-form';

/**
 * Edits a style, or creates one when `style` is null. Closes after saving; if it is closed before, the next opening
 * offers the draft.
 */
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
    // The fields show by how much they exceed the limit.
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
      // The error has already been shown. The dialog stays open with all of its text.
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
