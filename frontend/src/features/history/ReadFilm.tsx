import styled from '@emotion/styled';
import { filmTimeline } from '@storyreel/contracts';
import type { Project, Scene } from '@storyreel/contracts';
import { useMemo } from 'react';
import { space, tokens } from '../../ui';
import { musicOf, sceneOfFilm } from '../film/api';
import { FilmPreview } from '../film/preview/FilmPreview';

const Nothing = styled.p`
  padding: ${space(4)} 0;
  color: ${tokens.text2};
`;

interface ReadFilmProps {
  project: Project;
  /** The scenes in film order. */
  scenes: readonly Scene[];
}

/** Plays the film of a version or an alternative; it cannot be edited here. */
export function ReadFilm({ project, scenes }: ReadFilmProps) {
  const { film } = project;
  const timeline = useMemo(() => filmTimeline(scenes.map(sceneOfFilm), film), [scenes, film]);
  return (
    <section aria-label={`Film of ${project.title}`}>
      {timeline.blocks.length === 0 ? (
        <Nothing>There is no image or clip to play yet.</Nothing>
      ) : (
        <FilmPreview
          scenes={scenes}
          timeline={timeline}
          settings={film}
          musicUrl={musicOf(project, film)}
          onChoose={() => undefined}
        />
      )}
    </section>
  );
}
