import { useEffect, useEffectEvent, useRef } from 'react';
import type { z } from 'zod';
import { keptTexts, useReplacedTexts } from './kept-texts';
import type { ReplacedText } from './kept-texts';

export interface KeptForm {
  /** Unsaved contents from earlier visits, newest first. */
  offers: readonly ReplacedText[];
  /** Must be called when an offer was put into the form. The form's previous content is then offered instead. */
  taken(offer: ReplacedText): void;
  discard(offer: ReplacedText): void;
  /** Must be called when the server holds the sent content, even if the form was closed meanwhile. */
  saved(content: string): void;
}

/**
 * Keeps the content of a form that is saved as a whole. Until the content is saved, it outlives the form, the page and
 * the session, and is offered when the same user opens the form again.
 * @param name key of the form in this browser, such as 'style/new'
 * @param opened the content when the form was opened
 * @param content the present content
 */
export function useKeptForm(name: string, opened: string, content: string): KeptForm {
  const savedContent = useRef<string | null>(null);
  const offers = useReplacedTexts(name);

  useEffect(() => {
    const offer = () => keptTexts.offerDraft(name);
    offer();
    // The kept texts may be loaded later than the form.
    return keptTexts.subscribe(offer);
  }, [name]);

  useEffect(() => {
    keptTexts.keepDraft(name, content === opened ? null : { value: content, base: opened });
  }, [name, opened, content]);

  const leave = useEffectEvent(() => {
    if (content !== opened && content !== savedContent.current) keptTexts.keepReplaced(name, content, 'newer save');
    keptTexts.keepDraft(name, null);
  });
  useEffect(() => () => leave(), []);

  function forget(text: string): void {
    for (const { id, value } of keptTexts.replacedIn(name)) if (value === text) keptTexts.forgetReplaced(id);
  }
  return {
    offers: offers.filter(({ value }) => value !== content),
    taken({ value }) {
      if (content !== opened) keptTexts.keepReplaced(name, content, 'earlier text');
      keptTexts.keepDraft(name, { value, base: opened });
      forget(value);
    },
    discard: ({ value }) => forget(value),
    saved(text) {
      savedContent.current = text;
      forget(text);
    },
  };
}

/**
 * Returns a function that parses a form's kept draft; it returns null if another version of the page wrote the draft in
 * a different shape.
 */
export const keptDraftReader =
  <Schema extends z.ZodType>(schema: Schema) =>
  (text: string): z.output<Schema> | null => {
    try {
      return schema.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null;
    }
  };
