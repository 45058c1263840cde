import styled from '@emotion/styled';
import { PLATFORM_PROFILES, SOCIAL_PLATFORMS, type SocialAccount, type SocialPlatform } from '@storyreel/contracts';
import { PlatformIcon } from '../../domains/posts/PlatformIcon';
import { useConnections, useSocialAccounts } from '../../domains/posts/queries';
import { Skeleton, space, StatusDot, TitledCard, tokens, Unreadable, VisuallyHidden } from '../../ui';
import { HoverPopover } from '../../ui/HoverPopover';
import { ConnectionCard } from './ConnectionCard';
import { connectionState } from './connection-state';
import { useConsentOutcome } from './useConsentOutcome';

const Strip = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
`;
const Indicator = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 44px;
  padding: 0 ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  color: ${tokens.text1};
  font-weight: 550;
  cursor: pointer;
  &:hover,
  &[data-state='open'] {
    background: ${tokens.surface2};
  }
`;

function Connection({ platform, accounts }: { platform: SocialPlatform; accounts: readonly SocialAccount[] }) {
  const { data: connections } = useConnections();
  const { name } = PLATFORM_PROFILES[platform];
  const state = connectionState(accounts);
  const connection = connections?.find((each) => each.platform === platform);
  const card = <ConnectionCard name={name} state={state} accounts={accounts} connection={connection} />;
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

/** Which platforms posts can go to. */
export function PlatformConnections() {
  useConsentOutcome();
  const { data: accounts, isError, refetch } = useSocialAccounts();
  return (
    <TitledCard title="Platform Connections">
      {accounts ? (
        <Strip>
          {SOCIAL_PLATFORMS.map((platform) => (
            <li key={platform}>
              <Connection platform={platform} accounts={accounts.filter((account) => account.platform === platform)} />
            </li>
          ))}
        </Strip>
      ) : isError ? (
        <Unreadable what="Your accounts" retry={refetch} />
      ) : (
        <div role="status" aria-busy="true">
          <VisuallyHidden>Loading accounts</VisuallyHidden>
          <Strip as="div">
            {SOCIAL_PLATFORMS.map((platform) => (
              <Skeleton key={platform} width="150px" height="44px" radius={tokens.radius} />
            ))}
          </Strip>
        </div>
      )}
    </TitledCard>
  );
}
