import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { useScenes } from '../../../../domains/scenes/queries';
import { Skeleton, TitledCard, tokens, Unreadable } from '../../../../ui';
import { FilmEditor } from './FilmEditor';

const Line = styled.p`
  color: ${tokens.text2};
`;

/** The film of a project: what is in it, how it is made, and what was made of it. */
export function FilmCard({ project }: { project: Project }) {
  const { data: scenes, isError, refetch } = useScenes(project.id);
  return (
    <TitledCard title="Film">
      {scenes === undefined ? (
        isError ? (
          <Unreadable what="the scenes" retry={refetch} />
        ) : (
          <Skeleton height="320px" />
        )
      ) : scenes.length === 0 ? (
        <Line>A film is made of scenes. Create some from your story, and they line up here.</Line>
      ) : (
        <FilmEditor project={project} scenes={scenes} />
      )}
    </TitledCard>
  );
}
