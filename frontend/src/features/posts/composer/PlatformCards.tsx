import styled from '@emotion/styled';
import { PLATFORM_PROFILES, SOCIAL_PLATFORMS, type SocialAccount, type SocialPlatform } from '@storyreel/contracts';
import { Link } from '@tanstack/react-router';
import { CircleCheckBig } from 'lucide-react';
import { accountOn } from '../api';
import { PlatformIcon } from '../PostBadges';
import { useId } from 'react';
import { Badge, mobile, Skeleton, space, tokens } from '../../../ui';

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space(3)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const PlatformCard = styled.button`
  position: relative;
  display: grid;
  justify-items: start;
  gap: ${space(1.5)};
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  color: ${tokens.text2};
  text-align: start;
  cursor: pointer;
  &:hover:not(:disabled) {
    border-color: ${tokens.lineStrong};
  }
  &[aria-pressed='true'] {
    border-color: ${tokens.text1};
    box-shadow: inset 0 0 0 1px ${tokens.text1};
  }
  &[aria-invalid='true'] {
    border-color: ${tokens.danger};
    box-shadow: inset 0 0 0 1px ${tokens.danger};
  }
  & > strong {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    color: ${tokens.text1};
    font-weight: 600;
  }
  & > small {
    font-size: ${tokens.caption};
  }
`;
const Place = styled.div`
  position: relative;
  display: grid;
`;
/** Beside the badge, and not inside the button that chooses the platform. */
const Connect = styled.span`
  position: absolute;
  right: ${space(4)};
  bottom: ${space(4)};
  font-size: ${tokens.caption};
`;
const Chosen = styled(CircleCheckBig)`
  position: absolute;
  top: ${space(4)};
  right: ${space(4)};
  color: ${tokens.text1};
`;
const Fault = styled.p`
  margin-top: ${space(2)};
  color: ${tokens.danger};
  font-size: ${tokens.caption};
`;

interface PlatformCardsProps {
  chosen: readonly SocialPlatform[];
  onToggle: (platform: SocialPlatform) => void;
  /** Undefined while loading. */
  accounts: readonly SocialAccount[] | undefined;
  problem: string | undefined;
}

/** Platform choice, with each one's limit and connection state. */
export function PlatformCards({ chosen, onToggle, accounts, problem }: PlatformCardsProps) {
  const noteId = useId();
  return (
    <div>
      <Cards role="group" aria-label="Platforms" aria-describedby={problem ? noteId : undefined}>
        {SOCIAL_PLATFORMS.map((platform) => {
          const { name, characters } = PLATFORM_PROFILES[platform];
          const isConnected = accounts && accountOn(platform, accounts) !== null;
          return (
            <Place key={platform}>
              <PlatformCard
                type="button"
                aria-pressed={chosen.includes(platform)}
                aria-invalid={(problem !== undefined && chosen.includes(platform)) || undefined}
                onClick={() => onToggle(platform)}
              >
                {chosen.includes(platform) && <Chosen size={16} aria-hidden />}
                <strong>
                  <PlatformIcon platform={platform} />
                  {name}
                </strong>
                <small>Max {characters} characters</small>
                {isConnected === undefined ? (
                  <Skeleton width="96px" height="22px" radius="11px" />
                ) : (
                  <Badge tone={isConnected ? 'positive' : 'neutral'}>
                    {isConnected ? 'Connected' : 'Not Connected'}
                  </Badge>
                )}
              </PlatformCard>
              {isConnected === false && (
                <Connect>
                  <Link to="/social" search={({ project }) => ({ project })} aria-label={`Connect ${name}`}>
                    Connect
                  </Link>
                </Connect>
              )}
            </Place>
          );
        })}
      </Cards>
      {problem && (
        <Fault id={noteId} role="alert">
          {problem}
        </Fault>
      )}
    </div>
  );
}
