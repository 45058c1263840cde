import styled from '@emotion/styled';
import { userSchema } from '@storyreel/contracts';
import type { User } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Dialog as Primitive } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, SyntheticEvent } from 'react';
import { refreshAllButUser, useInstallation } from '../../features/account/api';
import { retryFailedAutosaves } from '../../platform/autosave/autosave-registry';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { isTextField } from '../../platform/input-method';
import { session } from '../../platform/session/session';
import { announceUser } from '../../platform/session/session-channel';
import { Button, Field, Input, space, Stack, tokens } from '../../ui';
import { DialogFooter, dialogOverlay, dialogPanel, DialogTitle, useFocusReturn } from '../../ui/Dialog';
import { FloatingNotice } from './FloatingNotice';
import { leaveSession } from './useSessionEvents';

/** Keeps the focus, and with it the caret, in the text field. */
const leaveFocus = (event: SyntheticEvent): void => event.preventDefault();

/** Tells a user who is typing that the session has ended; the focus stays in the text field. */
export const SessionNotice = ({ onSignIn }: { onSignIn: () => void }) => (
  <FloatingNotice role="alert" onMouseDown={leaveFocus}>
    <span>Your session has ended. Keep writing: nothing is lost, and your changes are saved once you sign in.</span>
    <Button variant="primary" size="small" onClick={onSignIn}>
      Sign In
    </Button>
  </FloatingNotice>
);

const Overlay = styled(Primitive.Overlay)(dialogOverlay(70));
const Panel = styled(Primitive.Content)(dialogPanel(70, 440));
const Line = styled(Primitive.Description)`
  color: ${tokens.text2};
`;

/** Milliseconds between checks whether the user has signed in again in another window. */
const ASK_MS = 2_000;

const readUser = (): Promise<User> => apiRequest('GET', '/api/auth/user', undefined, { schema: userSchema });

/** Dialog over the unchanged page that renews the session and then continues all waiting requests. */
export function SignInAgain({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [isPending, setPending] = useState(false);
  const { data: installation } = useInstallation();
  const giveFocusBack = useFocusReturn(true);
  const passwordRef = useRef<HTMLInputElement>(null);
  const elsewhereRef = useRef<HTMLButtonElement>(null);
  const elsewhere = installation?.signIn === 'provider';

  // Called when the dialog opens rather than during render, because the focused element must be recorded first.
  function takeFocus(event: Event): void {
    event.preventDefault();
    (passwordRef.current ?? elsewhereRef.current)?.focus();
  }

  function enter(entered: User): void {
    announceUser(entered.id);
    if (entered.id !== user.id) {
      leaveSession(queryClient);
      return window.location.reload();
    }
    session.begin(entered.id);
    retryFailedAutosaves();
    void refreshAllButUser(queryClient);
  }

  async function signIn(event: FormEvent): Promise<void> {
    event.preventDefault();
    setPending(true);
    setFault(undefined);
    try {
      const body = { email: user.email, password };
      enter(await apiRequest('POST', '/api/login', body, { schema: userSchema }));
    } catch (error) {
      setFault(reasonOf(error) ?? 'Please try again.');
      setPending(false);
    }
  }

  useEffect(() => {
    if (!elsewhere) return;
    // This fails until the user has signed in; the next attempt may succeed.
    const ask = () => void readUser().then(enterOnce, () => undefined);
    const enterOnce = (found: User) => {
      window.clearInterval(timer);
      enter(found);
    };
    const timer = window.setInterval(ask, ASK_MS);
    return () => window.clearInterval(timer);
  });

  return (
    <Primitive.Root open>
      <Primitive.Portal>
        <Overlay />
        <Panel
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={giveFocusBack}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <form onSubmit={(event) => void signIn(event)}>
            <Stack gap={4} style={{ padding: space(6) }}>
              <DialogTitle>Sign in to continue</DialogTitle>
              <Line>Your session has ended. Nothing you typed is lost. Sign in to pick up where you left off.</Line>
              {!elsewhere && (
                <>
                  <Field label="E-mail">
                    {(ids) => <Input {...ids} type="email" autoComplete="username" value={user.email} readOnly />}
                  </Field>
                  <Field label="Password" error={fault}>
                    {(ids) => (
                      <Input
                        {...ids}
                        type="password"
                        autoComplete="current-password"
                        ref={passwordRef}
                        required
                        value={password}
                        onChange={(event) => setPassword(event.target.value)}
                      />
                    )}
                  </Field>
                </>
              )}
            </Stack>
            <DialogFooter>
              <Button variant="ghost" onClick={() => leaveSession(queryClient)}>
                Leave
              </Button>
              {elsewhere ? (
                <Button
                  variant="primary"
                  ref={elsewhereRef}
                  onClick={() => window.open('/api/login', 'storyreel-sign-in')}
                >
                  Sign In in a New Window
                </Button>
              ) : (
                <Button variant="primary" type="submit" loading={isPending}>
                  Sign In
                </Button>
              )}
            </DialogFooter>
          </form>
        </Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function takesText(element: Element | null): boolean {
  return isTextField(element) && !(element && 'readOnly' in element && element.readOnly === true);
}
const isWriting = (): boolean => takesText(document.activeElement);

/**
 * Handles a session that ends while the user works. The sign-in dialog opens at once unless the caret is in a text
 * field, since the user's next key is meant for that text and not for a password field. In that case a notice appears,
 * and the dialog opens when the user leaves the field or presses the notice.
 */
export function InterruptedSession({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(() => !isWriting());
  useEffect(() => {
    if (isAsking) return;
    // Called after the click or key has been handled, so that the control that took the focus still acts.
    const askUnlessWriting = () => {
      if (!isWriting()) setAsking(true);
    };
    document.addEventListener('click', askUnlessWriting);
    document.addEventListener('keyup', askUnlessWriting);
    return () => {
      document.removeEventListener('click', askUnlessWriting);
      document.removeEventListener('keyup', askUnlessWriting);
    };
  }, [isAsking]);
  return isAsking ? <SignInAgain user={user} /> : <SessionNotice onSignIn={() => setAsking(true)} />;
}
