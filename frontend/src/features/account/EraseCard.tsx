import styled from '@emotion/styled';
import { LIMITS } from '@storyreel/contracts';
import type { EraseAccountRequest } from '@storyreel/contracts';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { keptTexts } from '../../platform/autosave/kept-texts';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { announceUser } from '../../platform/session/session-channel';
import { Button, Dialog, Field, Input, space, Stack, TitledCard, tokens, useCommand } from '../../ui';
import { useAccount } from './account-api';
import { Form, PasswordField } from './account-parts';
import { useUser } from './api';

const Note = styled.p`
  color: ${tokens.text2};
`;
const List = styled.ul`
  display: grid;
  gap: ${space(1)};
  padding-left: ${space(5)};
  list-style: disc;
  color: ${tokens.text2};
`;
const FORM_ID = 'erase-account';
const GOODBYE = '/?erased';

/** Erases the account after the user has read what is deleted and what is kept, and has proven to be its owner. */
export function EraseCard({ leave = (address) => window.location.assign(address) }: EraseCardProps) {
  const { data: account } = useAccount();
  const [isOpen, setOpen] = useState(false);
  if (!account) return null;
  return (
    <TitledCard title="Erase My Account">
      <Stack gap={4}>
        <Note>
          Erases your account and everything in it for good. Nobody can bring it back, not even the operator of this
          installation.
        </Note>
        <div>
          <Button variant="danger" onClick={() => setOpen(true)}>
            Erase My Account
          </Button>
        </div>
      </Stack>
      {isOpen && (
        <EraseDialog
          email={account.email}
          hasPassword={account.signsInBy === 'password'}
          leave={leave}
          onClose={() => setOpen(false)}
        />
      )}
    </TitledCard>
  );
}

interface EraseCardProps {
  leave?: (address: string) => void;
}

interface EraseDialogProps {
  email: string;
  hasPassword: boolean;
  leave: (address: string) => void;
  onClose: () => void;
}

/** Asks for the address and the password, erases the account, and then opens the goodbye page. */
function EraseDialog({ email, hasPassword, leave, onClose }: EraseDialogProps) {
  const first = useRef<HTMLInputElement>(null);
  const { data: user } = useUser();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const erase = useCommand({
    run: (request: EraseAccountRequest) =>
      apiRequest('POST', '/api/account/erase', request, { schema: lazySchema('deletedResponseSchema') }),
    onDone: async () => {
      // Deletes the unsaved texts that are kept in this browser.
      if (user) await keptTexts.forgetAll(user.id);
      announceUser(null);
      leave(GOODBYE);
    },
  });
  const isReady = typed.trim().toLowerCase() === email.toLowerCase() && (!hasPassword || password !== '');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady && !erase.isPending) erase.mutate({ email: typed.trim(), ...(hasPassword && { password }) });
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Erase My Account?"
      description="This cannot be undone."
      initialFocus={first}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" type="submit" form={FORM_ID} loading={erase.isPending} disabled={!isReady}>
            Erase for Good
          </Button>
        </>
      }
    >
      <Form id={FORM_ID} onSubmit={submit} noValidate>
        <Note>Erased within minutes:</Note>
        <List>
          <li>Projects, texts, images, clips, films, casts, styles and chats, and the links that share them</li>
          <li>Your posts in Storyreel, including scheduled ones. Posts already published on a platform stay there.</li>
          <li>Connections to platforms, your devices, your name, your e-mail address, and your zaps</li>
        </List>
        <Note>
          Kept for accounting: amounts of zaps and payments, under a number in place of your name. To keep your work,
          download My Data first.
        </Note>
        {hasPassword && <input type="hidden" autoComplete="username" value={email} readOnly />}
        <Field
          label="Your e-mail address"
          hint={`Type ${email} to confirm.`}
          error={erase.isError && !hasPassword ? reasonFor(erase.error) : undefined}
        >
          {(ids) => (
            <Input
              {...ids}
              ref={first}
              type="email"
              autoComplete="off"
              maxLength={LIMITS.email}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        {hasPassword && (
          <PasswordField
            label="Password"
            kind="current-password"
            error={erase.isError ? reasonFor(erase.error) : undefined}
            value={password}
            onChange={setPassword}
          />
        )}
      </Form>
    </Dialog>
  );
}

const reasonFor = (error: unknown): string => reasonOf(error) ?? "Couldn't erase the account. Please try again.";
