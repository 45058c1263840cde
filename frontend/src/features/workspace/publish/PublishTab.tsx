import styled from '@emotion/styled';
import { SOCIAL_PLATFORMS } from '@storyreel/contracts';
import type { Film, Project } from '@storyreel/contracts';
import { createLink } from '@tanstack/react-router';
import { Film as FilmIcon } from 'lucide-react';
import {
  Button,
  ButtonAnchor,
  Columns,
  EmptyState,
  Row,
  Skeleton,
  space,
  tellFailure,
  TitledCard,
  tokens,
} from '../../../ui';
import { isRunning, postOf, QUALITY_WORDS, useFilms } from '../../film/api';
import { accountOn, useSocialAccounts } from '../../posts/api';
import { useGoToTab } from '../../projects/useOpenProject';

const ButtonLink = createLink(ButtonAnchor);

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

/** Returns the platform that posts can be sent to; undefined for one that is only announced. */
const connectable = (name: string) => SOCIAL_PLATFORMS.find((platform) => platform === name.toLowerCase());

const comingSoon = (platform: string): void => {
  tellFailure('Feature Coming Soon', `${platform} integration will be available in a future update.`);
};

/** Offers the next step for a finished film: to post it, or first to connect a platform. */
function PublishNext({ project, film }: Pick<PlatformActionsProps, 'project' | 'film'>) {
  const { data: accounts } = useSocialAccounts();
  if (!accounts) return null;
  return accounts.some(({ isActive }) => isActive) ? (
    <ButtonLink to="/create-post" search={postOf(project, film)} data-variant="primary">
      Write a Post with This Video
    </ButtonLink>
  ) : (
    <ButtonLink to="/social" search={{ project: project.id }} data-variant="primary">
      Connect a Platform
    </ButtonLink>
  );
}

interface PlatformActionsProps {
  project: Project;
  /** The film to post; by default the final video. */
  film: Film | undefined;
  name: string;
  hasVideo: boolean;
  labelId: string;
}

/** Links to a post with the film, or to connecting the platform. For a platform that is only announced, says so. */
function PlatformActions({ project, film, name, hasVideo, labelId }: PlatformActionsProps) {
  const { data: accounts } = useSocialAccounts();
  const platform = connectable(name);
  if (!hasVideo || !platform || !accounts)
    return (
      <Button
        disabled={!hasVideo || platform !== undefined}
        aria-describedby={labelId}
        onClick={() => comingSoon(name)}
      >
        Publish
      </Button>
    );
  if (accountOn(platform, accounts) === null)
    return (
      <ButtonLink
        to="/social"
        search={{ project: project.id }}
        data-variant="secondary"
        aria-label={`Connect ${name}`}
        aria-describedby={labelId}
      >
        Connect
      </ButtonLink>
    );
  const post = { ...postOf(project, film), platform };
  return (
    <>
      <ButtonLink
        to="/create-post"
        search={{ ...post, when: 'later' }}
        data-variant="ghost"
        aria-label={`Schedule on ${name}`}
      >
        Schedule
      </ButtonLink>
      <ButtonLink
        to="/create-post"
        search={post}
        data-variant="secondary"
        aria-label={`Publish on ${name}`}
        aria-describedby={labelId}
      >
        Publish
      </ButtonLink>
    </>
  );
}

/** Links to the tab in which the film is made. */
function NoFilm({ isMaking }: { isMaking: boolean }) {
  const goTo = useGoToTab();
  return isMaking ? (
    <EmptyState
      level={3}
      title="Your film is being made"
      line="It appears here when it is ready."
      action={<Button onClick={() => goTo('create')}>Watch Its Progress</Button>}
    />
  ) : (
    <EmptyState
      level={3}
      title="Make your film"
      line="Make it from your scenes in the Create tab, or upload a video there."
      action={
        <Button icon={<FilmIcon size={16} aria-hidden />} onClick={() => goTo('create')}>
          Make Your Film
        </Button>
      }
    />
  );
}

/**
 * Shows the finished video, and the platforms on which it can be published. Without a final video, any film made here
 * is offered.
 */
export default function PublishTab({ project }: { project: Project }) {
  const final = project.completedVideoUrl;
  const { data: films = [], isPending } = useFilms(final === null ? project.id : null);
  const film = final === null ? films.find(({ files }) => files !== null) : undefined;
  const url = final ?? film?.files?.url ?? null;
  return (
    <Columns>
      <TitledCard title="Video Preview">
        {url ? (
          <>
            <Player key={url} src={url} controls playsInline preload="metadata" aria-label="Completed video" />
            {film && <Note>{QUALITY_WORDS[film.quality]}, the newest of your films</Note>}
          </>
        ) : final === null && isPending ? (
          <Skeleton height="320px" />
        ) : (
          <NoFilm isMaking={films.some(isRunning)} />
        )}
      </TitledCard>
      <TitledCard title="Platforms">
        <ul>
          {PLATFORMS.map((name) => (
            <Platform key={name}>
              <span id={`publish-${name}`}>{name}</span>
              <Row gap={2}>
                <PlatformActions
                  project={project}
                  film={film}
                  name={name}
                  hasVideo={url !== null}
                  labelId={`publish-${name}`}
                />
              </Row>
            </Platform>
          ))}
        </ul>
        {url && (
          <Next>
            <PublishNext project={project} film={film} />
          </Next>
        )}
        <Note>
          Integrations with Twitter and LinkedIn are coming soon. Until then you may download the video in the Create
          tab and upload it to them manually.
        </Note>
      </TitledCard>
    </Columns>
  );
}
