import styled from '@emotion/styled';
import { PLATFORM_PROFILES, SOCIAL_PLATFORMS } from '@storyreel/contracts';
import type { PlatformConnection, SocialAccount, SocialPlatform } from '@storyreel/contracts';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import {
  Badge,
  Button,
  IconButton,
  Row,
  Skeleton,
  space,
  Stack,
  StatusDot,
  TitledCard,
  tokens,
  Unreadable,
  VisuallyHidden,
} from '../../../ui';
import { HoverPopover } from '../../../ui/HoverCard';
import { UnreadableLine } from '../../../ui/ListState';
import { PlatformButton, PlatformIcon, PlatformStrip } from '../PostBadges';
import { useConnections, useSocialAccounts } from '../api';
import { connectionState, useConnectAccount, useConsentOutcome, useRemoveAccount } from './connections';
import type { ConnectionState } from './connections';

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
  platform: SocialPlatform;
  state: ConnectionState;
  accounts: readonly SocialAccount[];
  /** How the platform is connected; undefined while loading. */
  connection: PlatformConnection | undefined;
  /** Loads the connection again after a failure; null without a failure. */
  retry: (() => unknown) | null;
}

/** Shows the state of the connection to a platform, and the actions on it. */
function ConnectionCard({ platform, state, accounts, connection, retry }: ConnectionCardProps) {
  const { name, viewsAreOptional } = PLATFORM_PROFILES[platform];
  const { mutate: connect, isPending } = useConnectAccount();
  const needsConsent = accounts.length > 0 && !accounts.some(({ isActive }) => isActive);
  const mayConnect = accounts.length === 0 || needsConsent;
  const card = useRef<HTMLDivElement>(null);
  const shown = useRef(state.text);
  useEffect(() => {
    const isNew = shown.current !== state.text;
    shown.current = state.text;
    // The pressed button disappears after its action, so the focus moves to the card.
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
      {connection?.kind === 'oauth' && mayConnect && viewsAreOptional && (
        <Line>The permission to read views is optional: you can post without it.</Line>
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

const Indicator = styled(PlatformButton)`
  padding: 0 ${space(4)};
  &:hover,
  &[data-state='open'] {
    background: ${tokens.surface2};
  }
`;

function Connection({ platform, accounts }: { platform: SocialPlatform; accounts: readonly SocialAccount[] }) {
  const { data: connections, isError, refetch } = useConnections();
  const { name } = PLATFORM_PROFILES[platform];
  const state = connectionState(accounts);
  const connection = connections?.find((each) => each.platform === platform);
  const retry = isError && !connections ? refetch : null;
  const card = <ConnectionCard {...{ platform, state, accounts, connection, retry }} />;
  return (
    <HoverPopover label={name} content={card}>
      <Indicator type="button">
        <PlatformIcon platform={platform} size={20} />
        {name}
        <StatusDot colour={state.colour} title={state.text} />
      </Indicator>
    </HoverPopover>
  );
}

/** Lists the platforms that posts can go to, with their connections. */
export function PlatformConnections() {
  useConsentOutcome();
  const { data: accounts, isError, refetch } = useSocialAccounts();
  return (
    <TitledCard title="Platform Connections">
      {accounts ? (
        <PlatformStrip>
          {SOCIAL_PLATFORMS.map((platform) => (
            <li key={platform}>
              <Connection platform={platform} accounts={accounts.filter((account) => account.platform === platform)} />
            </li>
          ))}
        </PlatformStrip>
      ) : isError ? (
        <Unreadable what="your accounts" retry={refetch} />
      ) : (
        <div role="status" aria-busy="true">
          <VisuallyHidden>Loading accounts</VisuallyHidden>
          <PlatformStrip as="div">
            {SOCIAL_PLATFORMS.map((platform) => (
              <Skeleton key={platform} width="150px" height="44px" radius={tokens.radius} />
            ))}
          </PlatformStrip>
        </div>
      )}
    </TitledCard>
  );
}
