import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { Clapperboard } from 'lucide-react';
import { QueueBadge } from '../../../domains/image-jobs/QueueBadge';
import { useScenes } from '../../../domains/scenes/queries';
import { Button, EmptyState, mobile, Skeleton, space, tokens, Unreadable } from '../../../ui';
import { GoToTabButton } from '../GoToTabButton';
import { BulkImages } from './BulkImages';
import { SceneStack } from './SceneStack';

const Bar = styled.div`
  position: sticky;
  top: var(--covered-top, 0);
  z-index: 10;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin: 0 -${space(2)} ${space(3)};
  padding: ${space(2)};
  background: ${tokens.surface0};
  & > :last-child {
    margin-left: auto;
  }
  ${mobile} {
    gap: ${space(1)};
  }
`;

const nothing = (): void => undefined;

/** Where a scene's words become pictures and clips. */
export default function BuildTab({ project }: { project: Project }) {
  const { data: scenes, isError, refetch } = useScenes(project.id);
  if (!scenes) {
    if (isError) return <Unreadable what="The scenes" retry={refetch} />;
    return (
      <div aria-busy="true" aria-label="Loading scenes">
        <Skeleton height="720px" radius={tokens.radiusCard} />
      </div>
    );
  }
  if (scenes.length === 0) {
    return (
      <EmptyState
        title="No scenes to build"
        line="Scenes appear here as soon as the story has some."
        action={<GoToTabButton tab="story">Go to Story</GoToTabButton>}
      />
    );
  }
  return (
    <>
      <Bar>
        <BulkImages project={project} scenes={scenes} />
        {/* Specified to do nothing yet. */}
        <Button icon={<Clapperboard size={16} aria-hidden />} onClick={nothing}>
          Generate Videos
        </Button>
        <QueueBadge />
      </Bar>
      <SceneStack project={project} scenes={scenes} />
    </>
  );
}
