import styled from '@emotion/styled';
import { filmTimeline, type Project, type Scene } from '@storyreel/contracts';
import { useMemo, useState } from 'react';
import { sceneOfFilm } from '../../../../domains/films/scene-of-film';
import { useProjectAutosave } from '../../../../domains/projects/useProjectAutosave';
import { mobile, space, Stack } from '../../../../ui';
import { FilmSettingsFields } from './FilmSettingsFields';
import { FilmsMade } from './FilmsMade';
import { MakeFilm } from './MakeFilm';
import { MissingScenes } from './MissingScenes';
import { SceneSettings } from './SceneSettings';
import { Timeline } from './Timeline';

const Halves = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  align-items: start;
  gap: ${space(8)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(6)};
  }
`;

/** The timeline with the settings of the scene that is chosen on it, the settings of the whole, and what was made. */
export function FilmEditor({ project, scenes }: { project: Project; scenes: Scene[] }) {
  const field = useProjectAutosave(project, 'film');
  const timeline = useMemo(() => filmTimeline(scenes.map(sceneOfFilm), field.value), [scenes, field.value]);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = scenes.find(({ id }) => id === chosenId);
  return (
    <Stack gap={5}>
      <Timeline
        projectId={project.id}
        scenes={scenes}
        timeline={timeline}
        settings={field.value}
        chosenId={chosenId}
        onChoose={setChosenId}
      />
      {timeline.missing.length > 0 && <MissingScenes missing={timeline.missing} scenes={scenes} />}
      <Halves>
        <Stack gap={5}>
          {chosen && <SceneSettings key={chosen.id} scene={chosen} scenes={scenes} field={field} timeline={timeline} />}
          <FilmSettingsFields project={project} field={field} />
        </Stack>
        <Stack gap={5}>
          <MakeFilm project={project} timeline={timeline} />
          <FilmsMade project={project} />
        </Stack>
      </Halves>
    </Stack>
  );
}
