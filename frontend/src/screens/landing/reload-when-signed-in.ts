import { hearOfUsers, rememberedUser } from '../../platform/session-channel';

/** Somebody who signed in in another window, or before the browser brought this page back, wants to see the app here too. */
export function reloadWhenSignedIn(): void {
  hearOfUsers((userId) => {
    if (userId !== null) window.location.reload();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && rememberedUser() !== null) window.location.reload();
  });
}
