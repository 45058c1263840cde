import styled from '@emotion/styled';
import { PLATFORM_PROFILES, SOCIAL_PLATFORMS, type SocialAccount, type SocialPlatform } from '@storyreel/contracts';
import { Link } from '@tanstack/react-router';
import { CircleCheckBig } from 'lucide-react';
import { useId } from 'react';
import { Badge, mobile, Row, Skeleton, space, Stack, TitledCard, tokens } from '../../../ui';
import { accountOn } from '../api';
import { CONNECTIONS_ID, PlatformIcon } from '../PostBadges';
import type { ComposerLayout } from './composer-draft';

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space(3)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
  /* Stacked, so that nothing else moves when badges appear and disappear. */
  &[data-layout='compact'] {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(2)};
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
  &:disabled {
    color: ${tokens.text3};
    cursor: not-allowed;
    & > strong {
      color: inherit;
    }
  }
  [data-layout='compact'] & {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    min-height: 44px;
    padding: 0 ${space(3)};
    border-radius: ${tokens.radius};
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
/** Positioned beside the badge, outside the button that chooses the platform. */
const Connect = styled.span`
  position: absolute;
  right: ${space(4)};
  bottom: ${space(4)};
  font-size: ${tokens.caption};
  [data-layout='compact'] & {
    inset-block: 0;
    display: flex;
    align-items: center;
    right: ${space(3)};
  }
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
  /** With the compact layout, a card is a single line, and only connected platforms can be chosen. */
  layout: ComposerLayout;
  chosen: readonly SocialPlatform[];
  onToggle: (platform: SocialPlatform) => void;
  /** The connected accounts; undefined while loading. */
  accounts: readonly SocialAccount[] | undefined;
  problem: string | undefined;
}

/** Lets the user choose platforms, and shows each one's text limit and connection state. */
export function PlatformCards({ layout, chosen, onToggle, accounts, problem }: PlatformCardsProps) {
  const noteId = useId();
  const isFull = layout === 'full';
  return (
    <div>
      <Cards role="group" aria-label="Platforms" data-layout={layout} aria-describedby={problem ? noteId : undefined}>
        {SOCIAL_PLATFORMS.map((platform) => {
          const { name, characters } = PLATFORM_PROFILES[platform];
          const isConnected = accounts && accountOn(platform, accounts) !== null;
          const isChosen = chosen.includes(platform);
          return (
            <Place key={platform}>
              <PlatformCard
                type="button"
                aria-pressed={isChosen}
                aria-invalid={(problem !== undefined && (isChosen || chosen.length === 0)) || undefined}
                disabled={!isFull && !isChosen && isConnected !== true}
                onClick={() => onToggle(platform)}
              >
                {isFull && isChosen && <Chosen size={16} aria-hidden />}
                <strong>
                  <PlatformIcon platform={platform} />
                  {name}
                </strong>
                {isFull && <small>Max {characters} characters</small>}
                <States isConnected={isConnected} isChosen={isChosen} isFull={isFull} />
              </PlatformCard>
              {isConnected === false && (
                <Connect>
                  <Link
                    to="/social"
                    search={({ project }) => ({ project })}
                    hash={CONNECTIONS_ID}
                    aria-label={`Connect ${name}`}
                  >
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

interface StatesProps {
  isConnected: boolean | undefined;
  isChosen: boolean;
  isFull: boolean;
}

/** Shows the badges of a card. A compact card shows only 'Not Connected' or 'Selected'. */
function States({ isConnected, isChosen, isFull }: StatesProps) {
  if (isFull && isConnected === undefined) return <Skeleton width="96px" height="22px" radius="11px" />;
  return (
    <>
      {isFull && isConnected && <Badge tone="positive">Connected</Badge>}
      {isConnected === false && <Badge>Not Connected</Badge>}
      {!isFull && isChosen && <Badge tone="positive">Selected</Badge>}
    </>
  );
}

const Name = styled.h3`
  font-size: ${tokens.body};
`;
const Facts = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const Platform = styled.li`
  display: grid;
  gap: ${space(1.5)};
`;

/** Lists the formats and features of each chosen platform. */
export function PlatformFeatures({ platforms }: { platforms: readonly SocialPlatform[] }) {
  return (
    <TitledCard title="Platform Features">
      {platforms.length === 0 && <Facts>Select a platform to see its limits.</Facts>}
      <Stack as="ul" gap={4}>
        {platforms.map((platform) => {
          const { name, characters, hashtags, features } = PLATFORM_PROFILES[platform];
          return (
            <Platform key={platform}>
              <Name>{name}</Name>
              <Facts>
                Max {characters} characters · Max {hashtags} hashtags
              </Facts>
              <Row gap={1}>
                {features.map((feature) => (
                  <Badge key={feature}>{feature}</Badge>
                ))}
              </Row>
            </Platform>
          );
        })}
      </Stack>
    </TitledCard>
  );
}
