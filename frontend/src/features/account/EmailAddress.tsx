import styled from '@emotion/styled';
import { LIMITS } from '@storyreel/contracts';
import type { Account, ChangeEmailRequest, ConfirmEmailRequest } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { reasonOf } from '../../platform/http/failures';
import { Button, Dialog, Field, Input, Stack, tellFailure, tokens } from '../../ui';
import { ACCOUNT, useChange } from './account-api';
import { Form, Line, PasswordField } from './account-parts';
import { readSettingsSearch, refreshUser } from './api';

const Note = styled.p`
  color: ${tokens.text2};
  overflow-wrap: anywhere;
`;
const FORM_ID = 'change-email';

/** Shows and changes the account's address. A new address takes effect once the link sent to it was opened. */
export function EmailAddress({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false);
  useConfirmation();
  const isOwn = account.signsInBy === 'password';
  return (
    <Stack gap={2}>
      <Line>
        <dl>
          <dt>E-mail</dt>
          <dd>{account.email}</dd>
        </dl>
        {isOwn && account.sendsMail && <Button onClick={() => setOpen(true)}>Change E-mail</Button>}
      </Line>
      {account.pendingEmail !== null && (
        <Note role="status">Open the link that was sent to {account.pendingEmail} to confirm this address.</Note>
      )}
      {isOwn && !account.sendsMail && <Note>Whoever runs this site can change your e-mail address.</Note>}
      {isOpen && <EmailDialog onClose={() => setOpen(false)} />}
    </Stack>
  );
}

/** Confirms a new address once after the user has opened the link sent to it. */
function useConfirmation(): void {
  const { confirm } = readSettingsSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const confirmed = useChange<ConfirmEmailRequest>('POST', `${ACCOUNT}/email/confirm`, 'E-mail address changed');
  const { mutate } = confirmed;
  const sent = useRef<string | null>(null);
  useEffect(() => {
    if (confirm === undefined || sent.current === confirm) return;
    sent.current = confirm;
    // The secret is removed from the address bar, so that a reload doesn't send it again.
    void navigate({ to: '/settings', search: {}, replace: true });
    mutate(
      { token: confirm },
      {
        onSuccess: () => void refreshUser(queryClient),
        onError: (error) => tellFailure("Couldn't change your e-mail address", reasonOf(error)),
      },
    );
  }, [confirm, mutate, navigate, queryClient]);
}

function EmailDialog({ onClose }: { onClose: () => void }) {
  const first = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const change = useChange<ChangeEmailRequest>('POST', `${ACCOUNT}/email`, 'Link sent');
  const isReady = email.trim() !== '' && password !== '';

  function save(event: FormEvent): void {
    event.preventDefault();
    if (isReady && !change.isPending) change.mutate({ email: email.trim(), password }, { onSuccess: onClose });
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change E-mail"
      description="We send a link to the new address. Your address changes once you open that link."
      initialFocus={first}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM_ID} loading={change.isPending} disabled={!isReady}>
            Send Link
          </Button>
        </>
      }
    >
      <Form id={FORM_ID} onSubmit={save} noValidate>
        <Field label="New e-mail">
          {(ids) => (
            <Input
              {...ids}
              ref={first}
              type="email"
              autoComplete="email"
              maxLength={LIMITS.email}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
        <PasswordField
          label="Your password"
          kind="current-password"
          error={change.isError ? (reasonOf(change.error) ?? "Couldn't send the link.") : undefined}
          value={password}
          onChange={setPassword}
        />
      </Form>
    </Dialog>
  );
}
