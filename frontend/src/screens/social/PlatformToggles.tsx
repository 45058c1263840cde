import styled from '@emotion/styled';
import { PLATFORM_PROFILES, SOCIAL_PLATFORMS, type SocialAccount, type SocialPlatform } from '@storyreel/contracts';
import { PlatformIcon } from '../../domains/posts/PlatformIcon';
import { Badge, space, tokens } from '../../ui';
import { PlatformButton } from './PlatformButton';
import { accountOn } from '../../domains/posts/account-on';

/** Below each other: badges come and go, and nothing else moves for that. */
const Toggles = styled.div`
  display: grid;
  gap: ${space(2)};
`;
const Toggle = styled(PlatformButton)`
  border-color: ${tokens.lineStrong};
  &:hover:not(:disabled) {
    border-color: ${tokens.text3};
  }
  &[aria-pressed='true'] {
    border-color: ${tokens.text1};
    background: ${tokens.surface2};
  }
  &[aria-invalid='true']:not(:disabled) {
    border-color: ${tokens.danger};
  }
  &:disabled {
    color: ${tokens.text3};
    cursor: not-allowed;
  }
`;

export interface PlatformTogglesProps {
  /** Undefined while they are being read. */
  accounts: readonly SocialAccount[] | undefined;
  chosen: readonly SocialPlatform[];
  onChange: (chosen: SocialPlatform[]) => void;
  /** What the group is called, and what is wrong with it. */
  labelId: string;
  faultId?: string | undefined;
}

/** Several platforms; only those with an active account can be chosen. */
export function PlatformToggles({ accounts, chosen, onChange, labelId, faultId }: PlatformTogglesProps) {
  return (
    <Toggles role="group" aria-labelledby={labelId} aria-describedby={faultId}>
      {SOCIAL_PLATFORMS.map((platform) => {
        const isConnected = accountOn(platform, accounts ?? []) !== null;
        const isChosen = isConnected && chosen.includes(platform);
        const others = SOCIAL_PLATFORMS.filter((other) => other !== platform && chosen.includes(other));
        return (
          <Toggle
            key={platform}
            type="button"
            aria-pressed={isChosen}
            aria-invalid={faultId !== undefined || undefined}
            disabled={!isConnected}
            onClick={() => onChange(isChosen ? others : [...others, platform])}
          >
            <PlatformIcon platform={platform} />
            {PLATFORM_PROFILES[platform].name}
            {!isConnected && accounts && <Badge>Not Connected</Badge>}
            {isChosen && <Badge tone="positive">Selected</Badge>}
          </Toggle>
        );
      })}
    </Toggles>
  );
}
