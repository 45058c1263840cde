import type { Role } from '@storyreel/contracts';
import { type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query';
import type { RouteComponent } from '@tanstack/react-router';
import { useEffect } from 'react';
import { refreshUser, useUser } from '../domains/accounts/queries';
import { hasStatus } from '../platform/api-client';
import { NotFoundScreen } from './shell/NotFoundScreen';

const saysNotFound = (event: QueryCacheNotifyEvent): boolean =>
  event.type === 'updated' && event.action.type === 'error' && hasStatus(event.action.error, 404);

/** The screen for people with the role; for everybody else the address does not exist. */
export function forRole(role: Role, Screen: RouteComponent): RouteComponent {
  function ScreenForRole() {
    const queryClient = useQueryClient();
    const { data: user } = useUser();
    // A role that ended while the screen is open shows by the answers of its addresses, which do not exist any more.
    useEffect(
      () => queryClient.getQueryCache().subscribe((event) => void (saysNotFound(event) && refreshUser(queryClient))),
      [queryClient],
    );
    return user?.roles.includes(role) ? <Screen /> : <NotFoundScreen />;
  }
  // The router fetches a screen's code before it shows the address.
  return Object.assign(ScreenForRole, { preload: Screen.preload });
}
