import { useEffect, useEffectEvent, useRef } from 'react';
import type { z } from 'zod';
import { keptTexts, useReplacedTexts } from './kept-texts';
import type { ReplacedText } from './kept-texts';

export interface KeptForm {
  /** Unsaved contents of earlier visits, newest first. */
  offers: readonly ReplacedText[];
  /** Call when an offer has been put into the form; the form's previous content is offered in turn. */
  taken(offer: ReplacedText): void;
  discard(offer: ReplacedText): void;
  /** Call when the server holds the sent content, even if the form has been closed since. */
  saved(content: string): void;
}

/**
 * Keeps the content of a form that is saved as a whole. Until it is saved, the content outlives the form, the page and
 * the session, and is offered when the same user opens the form again.
 * @param name key of the form in this browser, 'style/new'
 * @param opened the content when the form was opened
 * @param content the present content
 */
export function useKeptForm(name: string, opened: string, content: string): KeptForm {
  const savedContent = useRef<string | null>(null);
  const offers = useReplacedTexts(name);

  useEffect(() => {
    const offer = () => keptTexts.offerDraft(name);
    offer();
    // The kept texts may be loaded only later.
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

/** Parses a form's kept draft; null if another version of the page has written it in a different shape. */
export const keptDraftReader =
  <Schema extends z.ZodType>(schema: Schema) =>
  (text: string): z.output<Schema> | null => {
    try {
      return schema.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null;
    }
  };
