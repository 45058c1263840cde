import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { Button, Card, EmptyState, mobile, space, tellFailure, tokens } from '../../../ui';

const PLATFORMS = ['YouTube', 'TikTok', 'Instagram', 'Twitter', 'LinkedIn'] as const;

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  align-items: start;
  gap: ${space(6)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Heading = styled.h2`
  margin-bottom: ${space(4)};
  font-size: ${tokens.heading3};
`;
const Player = styled.video`
  display: block;
  width: min(100%, 300px);
  margin: 0 auto;
  aspect-ratio: 9 / 16;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface3};
`;
const Platform = styled.li`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(4)};
  min-height: 52px;
  border-bottom: 1px solid ${tokens.line};
`;
const Note = styled.p`
  margin-top: ${space(4)};
  color: ${tokens.text2};
`;

const comingSoon = (platform: string): void => {
  tellFailure('Feature Coming Soon', `${platform} integration will be available in a future update.`);
};

/** The finished video and the platforms that it will be published on. */
export function PublishTab({ project }: { project: Project }) {
  const url = project.completedVideoUrl;
  return (
    <Columns>
      <Card aria-labelledby="publish-preview">
        <Heading id="publish-preview">Video Preview</Heading>
        {url ? (
          <Player key={url} src={url} controls playsInline preload="metadata" aria-label="Completed video" />
        ) : (
          <EmptyState level={3} title="No completed video available" line="Upload a video in the Create tab first" />
        )}
      </Card>
      <Card aria-labelledby="publish-platforms">
        <Heading id="publish-platforms">Platforms</Heading>
        <ul>
          {PLATFORMS.map((platform) => (
            <Platform key={platform}>
              <span id={`publish-${platform}`}>{platform}</span>
              <Button disabled={!url} aria-describedby={`publish-${platform}`} onClick={() => comingSoon(platform)}>
                Publish
              </Button>
            </Platform>
          ))}
        </ul>
        <Note>
          Social media integrations are coming soon. Until then you may download the video in the Create tab and upload
          it to the platforms manually.
        </Note>
      </Card>
    </Columns>
  );
}
