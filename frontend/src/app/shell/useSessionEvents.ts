import type { User } from '@storyreel/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountKeys, refreshUser } from '../../features/account/api';
import { leaveAutosaves, recoverDrafts } from '../../platform/autosave/autosave-registry';
import { keptTexts } from '../../platform/autosave/kept-texts';
import { idempotencyKeys } from '../../platform/http/idempotency-keys';
import { session } from '../../platform/session/session';
import { announceUser, onUserChanged, rememberedUser } from '../../platform/session/session-channel';

/** Removes the user's data from this window; the user's unsaved drafts stay in the browser. */
export function leaveSession(queryClient: QueryClient): void {
  leaveAutosaves();
  session.end();
  idempotencyKeys.forgetAll();
  queryClient.clear();
  queryClient.setQueryData(accountKeys.user, null);
}

const pageRoot = (): HTMLElement | null => document.getElementById('root');

/** Empties the page of an ended session while the browser loads the next one. */
export function blankPage(): void {
  // Removes the whole root: React keeps running in it, and would fail if only its children were removed.
  pageRoot()?.remove();
}

/** Continues in a window without a signed-in user, as the user who has signed in in another window. */
function joinSession(queryClient: QueryClient): void {
  const isKnownToBeNobody = queryClient.getQueryData(accountKeys.user) === null;
  // Texts that were kept before a logout are restored only by a new page: an old page could overwrite its own texts,
  // and other pages cannot take them over while that page is open.
  if (isKnownToBeNobody) window.location.reload();
  else void refreshUser(queryClient);
}

/**
 * Follows sign-ins and logouts: in this window, in the browser's other windows, and when a page returns from the
 * back-forward cache.
 */
export function useSessionEvents(user: User | null | undefined): void {
  const queryClient = useQueryClient();
  const userId = user?.id;
  useEffect(() => {
    if (userId === undefined) return;
    session.begin(userId);
    announceUser(userId);
    void keptTexts.open(userId).then(recoverDrafts);
  }, [userId]);

  useEffect(() => {
    const onNews = (other: string | null): void => {
      const { userId: own } = session.getState();
      if (own === null) return void (other !== null && joinSession(queryClient));
      if (other === own) return session.begin(own);
      leaveSession(queryClient);
      // Another user is now signed in in this browser, so nothing of the previous user may stay, not even in memory.
      if (other !== null) window.location.reload();
    };
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      const { userId: own } = session.getState();
      if (!persisted || (own !== null && rememberedUser() === own)) return;
      blankPage();
      window.location.reload();
    };
    window.addEventListener('pageshow', onPageShow);
    const deafen = onUserChanged(onNews);
    return () => {
      window.removeEventListener('pageshow', onPageShow);
      deafen();
    };
  }, [queryClient]);
}
