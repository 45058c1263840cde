import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { useEffect } from 'react';
import { speechPlayer } from '../../../domains/speech/speech-player';
import { useScenes } from '../../../domains/scenes/queries';
import { Button, EmptyState, Skeleton, space, Stack, TitledCard, Unreadable } from '../../../ui';
import { useGoToTab } from '../go-to-tab';
import { NarrationHead } from './NarrationHead';
import { NarrationRows } from './NarrationRows';
import { Voices } from './Voices';

const Below = styled.div`
  margin-top: ${space(6)};
`;

/** What is said in the scenes, and in which voices. */
export function Narration({ project }: { project: Project }) {
  // What is heard is of this tab.
  useEffect(() => () => speechPlayer.stop(), []);
  return (
    <Below>
      <TitledCard title="Narration">
        <Content project={project} />
      </TitledCard>
    </Below>
  );
}

function Content({ project }: { project: Project }) {
  const { data: scenes, isError, refetch } = useScenes(project.id);
  const goTo = useGoToTab();
  if (!scenes) {
    if (isError) return <Unreadable what="the scenes" level={3} retry={refetch} />;
    return (
      <div aria-busy="true" aria-label="Loading scenes">
        <Skeleton height="240px" />
      </div>
    );
  }
  if (scenes.length === 0) {
    return (
      <EmptyState
        level={3}
        title="No scenes to narrate"
        line="Write your story and create scenes from it. Then each scene gets its words and its voice here."
        action={<Button onClick={() => goTo('story')}>Go to Story</Button>}
      />
    );
  }
  return (
    <Stack gap={6}>
      <NarrationHead project={project} scenes={scenes} />
      <Voices project={project} scenes={scenes} />
      <NarrationRows project={project} scenes={scenes} />
    </Stack>
  );
}
