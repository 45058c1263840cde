import styled from '@emotion/styled';
import { PLATFORM_PROFILES, SOCIAL_PLATFORMS, type SocialAccount, type SocialPlatform } from '@storyreel/contracts';
import { PlatformIcon } from '../../domains/posts/PlatformIcon';
import { useConnections, useSocialAccounts } from '../../domains/posts/queries';
import { Skeleton, space, StatusDot, TitledCard, tokens, Unreadable, VisuallyHidden } from '../../ui';
import { HoverPopover } from '../../ui/HoverPopover';
import { ConnectionCard } from './ConnectionCard';
import { connectionState } from './connection-state';
import { PlatformButton, PlatformStrip } from './PlatformButton';
import { useConsentOutcome } from './useConsentOutcome';

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
  const card = <ConnectionCard {...{ name, state, accounts, connection, retry }} />;
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
