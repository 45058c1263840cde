import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { Button, Columns, EmptyState, space, tellFailure, TitledCard, tokens } from '../../../ui';

const PLATFORMS = ['YouTube', 'TikTok', 'Instagram', 'Twitter', 'LinkedIn'] as const;

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
export default function PublishTab({ project }: { project: Project }) {
  const url = project.completedVideoUrl;
  return (
    <Columns>
      <TitledCard title="Video Preview">
        {url ? (
          <Player key={url} src={url} controls playsInline preload="metadata" aria-label="Completed video" />
        ) : (
          <EmptyState level={3} title="No completed video available" line="Upload a video in the Create tab first" />
        )}
      </TitledCard>
      <TitledCard title="Platforms">
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
      </TitledCard>
    </Columns>
  );
}
