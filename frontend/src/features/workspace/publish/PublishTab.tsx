import styled from '@emotion/styled';
import { SOCIAL_PLATFORMS } from '@storyreel/contracts';
import type { Project, SocialPlatform } from '@storyreel/contracts';
import { createLink } from '@tanstack/react-router';
import { Button, ButtonAnchor, Columns, EmptyState, Row, space, tellFailure, TitledCard, tokens } from '../../../ui';
import { useSocialAccounts } from '../../posts/api';

const ButtonLink = createLink(ButtonAnchor);

/** Leads to a new post with the project's film; nothing while the platform is not connected. */
export function PostFilm({ project, platform, name }: { project: Project; platform: SocialPlatform; name: string }) {
  const { data: accounts = [] } = useSocialAccounts();
  if (!accounts.some((account) => account.platform === platform && account.isActive)) return null;
  return (
    <ButtonLink
      to="/create-post"
      search={{ project: project.id, projectId: project.id, video: 'final', platform, when: 'later' }}
      data-variant="ghost"
      aria-label={`Schedule on ${name}`}
    >
      Schedule
    </ButtonLink>
  );
}

/** The next step for a finished film: posting it, or connecting a platform first. */
export function PublishNext({ project }: { project: Project }) {
  const { data: accounts } = useSocialAccounts();
  if (!accounts) return null;
  return accounts.some(({ isActive }) => isActive) ? (
    <ButtonLink
      to="/create-post"
      search={{ project: project.id, projectId: project.id, video: 'final' }}
      data-variant="primary"
    >
      Write a Post with This Video
    </ButtonLink>
  ) : (
    <ButtonLink to="/social" search={{ project: project.id }} data-variant="primary">
      Connect a Platform
    </ButtonLink>
  );
}

const PLATFORMS = ['YouTube', 'TikTok', 'Instagram', 'Twitter', 'LinkedIn'] as const;

const Player = styled.video`
  display: block;
  width: min(100%, 300px);
  margin: 0 auto;
  aspect-ratio: var(--frame, 9 / 16);
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
const Next = styled.div`
  margin-top: ${space(4)};
`;
const Note = styled.p`
  margin-top: ${space(4)};
  color: ${tokens.text2};
`;

/** Platforms that posts can be sent to; the others are only announced. */
const connectable = (name: string) => SOCIAL_PLATFORMS.find((platform) => platform === name.toLowerCase());

const comingSoon = (platform: string): void => {
  tellFailure('Feature Coming Soon', `${platform} integration will be available in a future update.`);
};

/** The finished video and the platforms to publish it on. */
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
          {PLATFORMS.map((name) => {
            const platform = connectable(name);
            return (
              <Platform key={name}>
                <span id={`publish-${name}`}>{name}</span>
                <Row gap={2}>
                  {url && platform && <PostFilm project={project} platform={platform} name={name} />}
                  <Button disabled={!url} aria-describedby={`publish-${name}`} onClick={() => comingSoon(name)}>
                    Publish
                  </Button>
                </Row>
              </Platform>
            );
          })}
        </ul>
        {url && (
          <Next>
            <PublishNext project={project} />
          </Next>
        )}
        <Note>
          Social media integrations are coming soon. Until then you may download the video in the Create tab and upload
          it to the platforms manually.
        </Note>
      </TitledCard>
    </Columns>
  );
}
