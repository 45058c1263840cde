import { useEffect, useRef } from 'react';
import { keptTexts } from '../../platform/autosave/kept-texts';
import { useKeptForm, type KeptForm } from '../../platform/autosave/useKeptForm';

export interface PostForm<Draft> {
  kept: KeptForm;
  /** What it says now, or said when it was left. */
  newest: () => Draft;
  /** Shows a draft, or has the next visit offer it where the form has been left. */
  put: (draft: Draft, show: (draft: Draft) => void) => void;
  /** Offers a draft although nobody asked for it to be replaced; the answer ends that. */
  offer: (draft: Draft) => () => void;
  /** Has arrived in part: what the next visit offers must not be sent a second time to where it has arrived. */
  partlySent: (sent: Draft, unsent: Draft) => void;
}

/**
 * The form of a new post. It may be left while its post is on its way, and before something is taken back: no words
 * are lost by that.
 * @param name names the form among the texts that are kept
 * @param textOf a draft as it is kept
 */
export function usePostForm<Draft>(
  name: string,
  textOf: (draft: Draft) => string,
  opened: Draft,
  draft: Draft,
): PostForm<Draft> {
  const kept = useKeptForm(name, textOf(opened), textOf(draft));
  const newest = useRef(draft);
  useEffect(() => {
    newest.current = draft;
  }, [draft]);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  function forget(text: string): void {
    for (const { id, value } of keptTexts.replacedIn(name)) if (value === text) keptTexts.forgetReplaced(id);
  }
  function offer(words: Draft): () => void {
    keptTexts.keepReplaced(name, textOf(words), 'earlier text');
    return () => forget(textOf(words));
  }
  return {
    kept,
    newest: () => newest.current,
    put(words, show) {
      if (isLeft.current) offer(words);
      else show(words);
    },
    offer,
    partlySent(sent, unsent) {
      if (!isLeft.current) return;
      kept.saved(textOf(sent));
      offer(unsent);
    },
  };
}
