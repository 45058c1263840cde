import styled from '@emotion/styled';
import { LIMITS } from '@storyreel/contracts';
import type { ChangePasswordRequest, EndSessionsRequest, OpenSession } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Monitor } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { reasonOf } from '../../platform/http/failures';
import {
  Badge,
  Button,
  Dialog,
  Field,
  Input,
  Moment,
  Skeleton,
  space,
  Stack,
  tellFailure,
  TitledCard,
  tokens,
  Unreadable,
} from '../../ui';
import { ACCOUNT, useAccount, useChange } from './account-api';
import { Form, Line, PasswordField } from './account-parts';
import { refreshUser } from './api';
import { EmailAddress } from './EmailAddress';

const NameForm = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: end;
  gap: ${space(3)};
`;

/** Shows the account's name, address and plan. */
export function AccountCard() {
  const navigate = useNavigate();
  const { data: account, isError, refetch } = useAccount();
  return (
    <TitledCard title="Account">
      <Stack gap={4}>
        {isError && !account ? (
          <Unreadable what="your account" retry={refetch} />
        ) : account ? (
          <>
            {account.signsInBy === 'password' && <Name key={account.firstName} name={account.firstName} />}
            <EmailAddress account={account} />
          </>
        ) : (
          <Skeleton height="112px" />
        )}
        <Line>
          <dl>
            <dt>Account Type</dt>
            <dd>Free Plan</dd>
          </dl>
          <Button onClick={() => void navigate({ to: '/credits', search: {} })}>Upgrade</Button>
        </Line>
      </Stack>
    </TitledCard>
  );
}

function Name({ name }: { name: string }) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(name);
  const rename = useChange<{ firstName: string }>('PATCH', ACCOUNT, 'Name saved');
  const next = typed.trim();

  function save(event: FormEvent): void {
    event.preventDefault();
    if (next === '' || next === name) return;
    rename.mutate(
      { firstName: next },
      {
        onSuccess: () => void refreshUser(queryClient),
        onError: (error) => tellFailure("Couldn't save your name", reasonOf(error)),
      },
    );
  }
  return (
    <NameForm aria-label="Your name" onSubmit={save}>
      <Field label="First name">
        {(ids) => (
          <Input
            {...ids}
            autoComplete="given-name"
            maxLength={LIMITS.firstName}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <Button type="submit" loading={rename.isPending} disabled={next === '' || next === name}>
        Save
      </Button>
    </NameForm>
  );
}

/** Lets the user change the password, and lists the browsers that are signed in. */
export function SignInCard() {
  const { data: account } = useAccount();
  const [isOpen, setOpen] = useState(false);
  if (!account) return null;
  return (
    <TitledCard title="Sign-In and Devices">
      <Stack gap={4}>
        {account.signsInBy === 'password' ? (
          <Line>
            <dl>
              <dt>Password</dt>
              <dd aria-hidden>••••••••</dd>
            </dl>
            <Button onClick={() => setOpen(true)}>Change Password</Button>
          </Line>
        ) : (
          <Note>Your name, e-mail address and password are those of your identity provider.</Note>
        )}
        <Devices sessions={account.sessions} />
      </Stack>
      {isOpen && <PasswordDialog email={account.email} onClose={() => setOpen(false)} />}
    </TitledCard>
  );
}

const Note = styled.p`
  color: ${tokens.text2};
`;
const List = styled.ul`
  display: grid;
  & > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: ${space(3)};
    min-height: 56px;
    border-top: 1px solid ${tokens.line};
  }
  & svg {
    color: ${tokens.text3};
  }
  & small {
    display: block;
    color: ${tokens.text2};
    font-size: ${tokens.caption};
  }
`;

function Devices({ sessions }: { sessions: readonly OpenSession[] }) {
  const end = useChange<EndSessionsRequest>('POST', `${ACCOUNT}/sessions/end`, 'Signed out');
  const signOut = (which: EndSessionsRequest) =>
    end.mutate(which, { onError: (error) => tellFailure("Couldn't sign out", reasonOf(error)) });
  return (
    <Stack gap={3}>
      <List aria-label="Devices">
        {sessions.map(({ id, isCurrent, device, since }) => (
          <li key={id}>
            <Monitor size={20} aria-hidden />
            <span>
              {device === '' ? 'Unknown device' : device}
              <small>
                Signed in <Moment at={since} />
              </small>
            </span>
            {isCurrent ? (
              <Badge tone="positive">This Device</Badge>
            ) : (
              <Button size="small" disabled={end.isPending} onClick={() => signOut({ id })}>
                Sign Out
              </Button>
            )}
          </li>
        ))}
      </List>
      {sessions.length > 1 && (
        <div>
          <Button loading={end.isPending} onClick={() => signOut({})}>
            Sign Out Everywhere Else
          </Button>
        </div>
      )}
    </Stack>
  );
}

const FORM_ID = 'change-password';

function PasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const first = useRef<HTMLInputElement>(null);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useChange<ChangePasswordRequest>('POST', `${ACCOUNT}/password`, 'Password changed');
  const isTooShort = next.length < LIMITS.passwordMin;

  function save(event: FormEvent): void {
    event.preventDefault();
    if (current !== '' && !isTooShort && !change.isPending) change.mutate({ current, next }, { onSuccess: onClose });
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change Password"
      description="You stay signed in here, and are signed out everywhere else."
      initialFocus={first}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={FORM_ID}
            loading={change.isPending}
            disabled={current === '' || isTooShort}
          >
            Change Password
          </Button>
        </>
      }
    >
      <Form id={FORM_ID} onSubmit={save} noValidate>
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Current password"
          kind="current-password"
          value={current}
          onChange={setCurrent}
          field={first}
        />
        <PasswordField
          label="New password"
          kind="new-password"
          hint={`At least ${LIMITS.passwordMin} characters.`}
          error={change.isError ? (reasonOf(change.error) ?? "Couldn't change the password.") : undefined}
          value={next}
          onChange={setNext}
        />
      </Form>
    </Dialog>
  );
}
