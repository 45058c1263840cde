import type { User } from '@storyreel/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountKeys, refreshUser } from '../../features/account/api';
import { leaveAutosaves, recoverDrafts } from '../../platform/autosave/autosave-registry';
import { keptTexts } from '../../platform/autosave/kept-texts';
import { idempotencyKeys } from '../../platform/http/idempotency-keys';
import { session } from '../../platform/session/session';
import { announceUser, hearOfUsers, rememberedUser } from '../../platform/session/session-channel';

/** The user's work leaves this window; drafts that are not saved stay in the browser for them. */
export function leaveSession(queryClient: QueryClient): void {
  leaveAutosaves();
  session.end();
  idempotencyKeys.forgetAll();
  queryClient.clear();
  queryClient.setQueryData(accountKeys.user, null);
}

const pageRoot = (): HTMLElement | null => document.getElementById('root');

/** The page of a session that is over shows nothing while the browser loads another. */
export function blankPage(): void {
  // As a whole: React goes on in it, and would trip over children that somebody else took away.
  pageRoot()?.remove();
}

/** Somebody has signed in in another window, and nobody is at work in this one. */
function joinSession(queryClient: QueryClient): void {
  const isKnownToBeNobody = queryClient.getQueryData(accountKeys.user) === null;
  // Texts of before a logout that are kept in the browser come back in another page only: not in the one that kept them,
  // which could write over them, nor in others as long as that one is open.
  if (isKnownToBeNobody) window.location.reload();
  else void refreshUser(queryClient);
}

/** Follows who is signed in: here, in the other windows of the browser, and when a page comes back from the past. */
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
      // Somebody else is at work in this browser now: nothing of the one before may stay, in memory neither.
      if (other !== null) window.location.reload();
    };
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      const { userId: own } = session.getState();
      if (!persisted || (own !== null && rememberedUser() === own)) return;
      blankPage();
      window.location.reload();
    };
    window.addEventListener('pageshow', onPageShow);
    const deafen = hearOfUsers(onNews);
    return () => {
      window.removeEventListener('pageshow', onPageShow);
      deafen();
    };
  }, [queryClient]);
}
