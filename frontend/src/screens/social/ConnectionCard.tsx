import styled from '@emotion/styled';
import type { PlatformConnection, SocialAccount } from '@storyreel/contracts';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useConnectAccount, useRemoveAccount } from '../../domains/posts/accounts';
import { Badge, Button, IconButton, Row, space, Stack, tokens } from '../../ui';
import { UnreadableLine } from '../../ui/UnreadableLine';
import type { ConnectionState } from './connection-state';

const Name = styled.p`
  font-weight: 600;
  overflow-wrap: anywhere;
`;
const Line = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const Account = styled.li`
  padding-top: ${space(3)};
  border-top: 1px solid ${tokens.line};
`;

function AccountEntry({ account }: { account: SocialAccount }) {
  const { mutate: remove, isPending } = useRemoveAccount();
  const { accountName, isActive, kind } = account;
  return (
    <Account>
      <Stack gap={2}>
        <Name dir="auto">{accountName}</Name>
        <Row gap={1}>
          <Badge tone={isActive ? 'positive' : 'warning'}>{isActive ? 'Active' : 'Inactive'}</Badge>
          {kind === 'sandbox' && <Badge>Sandbox</Badge>}
        </Row>
        <Row gap={2}>
          <Button size="small" disabled>
            Manage
          </Button>
          <IconButton
            variant="danger"
            label={`Remove ${accountName}`}
            tooltip={false}
            icon={<Trash2 size={16} aria-hidden />}
            loading={isPending}
            onClick={() => remove(account)}
          />
        </Row>
      </Stack>
    </Account>
  );
}

export interface ConnectionCardProps {
  /** Of the platform. */
  name: string;
  state: ConnectionState;
  accounts: readonly SocialAccount[];
  /** Undefined while it is not known what connecting means. */
  connection: PlatformConnection | undefined;
  /** Asks for that again when it could not be read. */
  retry: (() => unknown) | null;
}

/** How the connection to one platform is, and what can be done about it. */
export function ConnectionCard({ name, state, accounts, connection, retry }: ConnectionCardProps) {
  const { mutate: connect, isPending } = useConnectAccount();
  const needsConsent = accounts.length > 0 && !accounts.some(({ isActive }) => isActive);
  const mayConnect = accounts.length === 0 || needsConsent;
  const card = useRef<HTMLDivElement>(null);
  const shown = useRef(state.text);
  useEffect(() => {
    const isNew = shown.current !== state.text;
    shown.current = state.text;
    // The button that was pressed is gone with what it did, and the focus with it.
    if (isNew && document.activeElement === document.body) card.current?.focus();
  }, [state.text]);
  return (
    <Stack gap={3} ref={card} tabIndex={-1}>
      <div>
        <Name>{name}</Name>
        <Line>{state.text}</Line>
      </div>
      {connection?.kind === 'sandbox' && accounts.length === 0 && (
        <Line>A sandbox connection: posts appear on a page in Storyreel, and nothing reaches {name}.</Line>
      )}
      {accounts.length > 0 && (
        <ul>
          {accounts.map((account) => (
            <AccountEntry key={account.id} account={account} />
          ))}
        </ul>
      )}
      {mayConnect && retry && <UnreadableLine what="the connection options" retry={retry} />}
      {mayConnect && !retry && (
        <Button
          size="small"
          loading={isPending}
          disabled={!connection}
          onClick={() => connection && connect(connection)}
        >
          {needsConsent ? 'Connect Again' : 'Connect Account'}
        </Button>
      )}
    </Stack>
  );
}
