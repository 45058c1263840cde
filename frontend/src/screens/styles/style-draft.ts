import { STYLE_CATEGORIES, type SaveStyleRequest, type Style } from '@storyreel/contracts';
import { z } from 'zod';
import { keptDraftReader } from '../../platform/kept-draft';

const draftSchema = z.object({
  name: z.string(),
  category: z.enum(STYLE_CATEGORIES).or(z.literal('')),
  imageUrl: z.string(),
  attributes: z.string(),
});
/** What the fields of a style say. */
export type StyleDraft = z.infer<typeof draftSchema>;

export const draftOf = (style: Style | null): StyleDraft => ({
  name: style?.name ?? '',
  category: style?.category ?? '',
  imageUrl: style?.imageUrl ?? '',
  attributes: style?.attributes ?? '',
});

/** What each field says that is required and empty. */
export const missingIn = ({ name, category, imageUrl }: StyleDraft) => ({
  ...(!name.trim() && { name: 'Name is required' }),
  ...(!category && { category: 'Category is required' }),
  ...(!imageUrl.trim() && { imageUrl: 'Style image is required' }),
});

/** Null while something required is missing. */
export function requestOf({ name, category, imageUrl, attributes }: StyleDraft): SaveStyleRequest | null {
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

/** As it is kept in the browser. */
export const textOf = ({ name, category, imageUrl, attributes }: StyleDraft): string =>
  JSON.stringify({ name, category, imageUrl, attributes });

/** The words first: a category or a picture alone says least about which one it was. */
export const excerptOf = ({ name, attributes, category }: StyleDraft): string =>
  [name.trim(), attributes.trim(), category].filter(Boolean).join(' · ');

export const draftFrom = keptDraftReader(draftSchema);
