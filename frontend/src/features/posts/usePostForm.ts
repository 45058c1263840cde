import { useEffect, useRef } from 'react';
import { keptTexts } from '../../platform/autosave/kept-texts';
import { useKeptForm, type KeptForm } from '../../platform/autosave/useKeptForm';

export interface PostForm<Draft> {
  kept: KeptForm;
  /** Returns the current draft, or the last one if the user has left the form. */
  newest: () => Draft;
  /** Shows a draft; if the user has left the form, the next visit offers it. */
  put: (draft: Draft, show: (draft: Draft) => void) => void;
  /** Offers to restore a replaced draft; the returned function withdraws the offer. */
  offer: (draft: Draft) => () => void;
  /**
   * Records a partial success, so that the next visit does not offer to send the post again to platforms that it has
   * already reached.
   */
  partlySent: (sent: Draft, unsent: Draft) => void;
}

/**
 * State of the form for a new post. The user can leave the form while the post is being sent, or before undoing it,
 * without losing text.
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
