import type { Role } from '@storyreel/contracts';
import type { RouteComponent } from '@tanstack/react-router';
import { useUser } from '../domains/accounts/queries';
import { NotFoundScreen } from './shell/NotFoundScreen';

/** The screen for people with the role; for everybody else the address does not exist. */
export function forRole(role: Role, Screen: RouteComponent): RouteComponent {
  function ScreenForRole() {
    const { data: user } = useUser();
    return user?.roles.includes(role) ? <Screen /> : <NotFoundScreen />;
  }
  // The router fetches a screen's code before it shows the address.
  return Object.assign(ScreenForRole, { preload: Screen.preload });
}
