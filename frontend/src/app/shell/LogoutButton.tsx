import styled from '@emotion/styled';
import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { flushAutosaves } from '../../platform/autosave/autosave-registry';
import { announceUser } from '../../platform/session/session-channel';
import { useFetchedAhead } from '../../platform/lazy/lazy-component';
import { Button, mobile } from '../../ui';
import { lateDialog } from '../../ui/late';
import { blankPage, leaveSession } from './useSessionEvents';

const UnsavedChangesDialog = lateDialog(
  async () => (await import('./UnsavedChangesDialog')).UnsavedChangesDialog,
  ({ onStay }) => onStay(),
);

const Logout = styled(Button)`
  ${mobile} {
    width: 44px;
    padding: 0;
    & .words {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;

/**
 * Saves pending edits, notifies the browser's other windows, and leaves no page that the Back button could show again.
 */
export function LogoutButton() {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [isSaving, setSaving] = useState(false);
  const [asks, setAsks] = useState(false);
  // The dialog opens when a save has failed, often because there is no network, so its code is loaded in advance.
  useFetchedAhead(UnsavedChangesDialog.preload);

  function leave(): void {
    announceUser(null);
    // A form instead of a request lets the browser navigate while the server ends the session and redirects. The form
    // is copied outside the blanked root, because Firefox does not send a form that is no longer in the page.
    const sent = form.current?.cloneNode();
    leaveSession(queryClient);
    blankPage();
    if (!(sent instanceof HTMLFormElement)) return;
    document.body.append(sent);
    sent.submit();
  }

  async function logOut(event: FormEvent): Promise<void> {
    event.preventDefault();
    setSaving(true);
    const saved = await flushAutosaves();
    setSaving(false);
    if (saved) leave();
    else setAsks(true);
  }

  return (
    <>
      <form ref={form} method="post" action="/api/logout" onSubmit={(event) => void logOut(event)}>
        <Logout type="submit" variant="ghost" size="small" loading={isSaving} icon={<LogOut size={16} aria-hidden />}>
          <span className="words">Logout</span>
        </Logout>
      </form>
      {asks && <UnsavedChangesDialog onStay={() => setAsks(false)} onLeave={leave} />}
    </>
  );
}
