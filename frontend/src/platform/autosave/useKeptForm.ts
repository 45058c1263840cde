import { useEffect, useEffectEvent, useRef } from 'react';
import type { z } from 'zod';
import { keptTexts, useReplacedTexts } from './kept-texts';
import type { ReplacedText } from './kept-texts';

export interface KeptForm {
  /** What earlier visits typed into the form and did not save, the newest first. */
  offers: readonly ReplacedText[];
  /** The offer is in the form now; what the form said before is offered in turn. */
  taken(offer: ReplacedText): void;
  discard(offer: ReplacedText): void;
  /** The server holds what the form said when it was sent, also when the form has been closed since. */
  saved(content: string): void;
}

/**
 * Keeps what is typed into a form that is saved as a whole. Until it is saved it outlives the form, the page and the
 * session, and is offered to the next one who opens the form as the same user.
 * @param name names the form in this browser, 'style/new'
 * @param opened what the form said when it was opened
 * @param content what it says now
 */
export function useKeptForm(name: string, opened: string, content: string): KeptForm {
  const savedContent = useRef<string | null>(null);
  const offers = useReplacedTexts(name);

  useEffect(() => {
    const offer = () => keptTexts.offerDraft(name);
    offer();
    // The texts of this browser may be read only later.
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

/** Reads a form's draft as it was kept in the browser; null for what another version of the page has kept. */
export const keptDraftReader =
  <Schema extends z.ZodType>(schema: Schema) =>
  (text: string): z.output<Schema> | null => {
    try {
      return schema.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null;
    }
  };
