import styled from '@emotion/styled';
import { PLATFORM_PROFILES, type SocialPlatform } from '@storyreel/contracts';
import { Badge, Row, space, Stack, TitledCard, tokens } from '../../ui';

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

/** What each chosen platform takes and offers. */
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
