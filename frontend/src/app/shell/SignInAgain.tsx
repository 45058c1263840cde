import styled from '@emotion/styled';
import { userSchema, type User } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Dialog as Primitive } from 'radix-ui';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { refreshAllButUser, useInstallation } from '../../domains/accounts/queries';
import { apiRequest } from '../../platform/api-client';
import { retryFailedAutosaves } from '../../platform/autosave-registry';
import { reasonOf } from '../../platform/reasons';
import { session } from '../../platform/session';
import { announceUser } from '../../platform/session-channel';
import { Button, Field, Input, space, Stack, tokens } from '../../ui';
import { useFocusReturn } from '../../ui/useFocusReturn';
import { DialogFooter, dialogOverlay, dialogPanel, DialogTitle } from '../../ui/Dialog';
import { leaveSession } from './useSessionEvents';

const Overlay = styled(Primitive.Overlay)(dialogOverlay(70));
const Panel = styled(Primitive.Content)(dialogPanel(70, 440));
const Line = styled(Primitive.Description)`
  color: ${tokens.text2};
`;

/** How often a window that signs in elsewhere is asked for, in ms. */
const ASK_MS = 2_000;

const readUser = (): Promise<User> => apiRequest('GET', '/api/auth/user', undefined, { schema: userSchema });

/** Over the page, which stays as it is: the session is renewed and everything that waited goes on. */
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

  // Only now, and not while it is rendered: what had the focus must be known by then.
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
    // Not signed in yet is the expected answer; the next one may be another.
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
