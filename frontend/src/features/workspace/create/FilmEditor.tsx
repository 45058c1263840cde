import styled from '@emotion/styled';
import {
  filmFingerprint,
  filmPrice,
  filmTimeline,
  LIMITS,
  minutesAndSeconds,
  toZaps,
  USUAL_QUALITY,
} from '@storyreel/contracts';
import type { FilmQuality, FilmSettings, FilmTimeline, Project, Scene } from '@storyreel/contracts';
import { Film as FilmIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AutosaveField } from '../../../platform/autosave/autosave-registry';
import { mobile, Row, Skeleton, space, Stack, TitledCard, tokens, Unreadable } from '../../../ui';
import { FilmLacks } from '../../film/FilmLacks';
import { FilmSettingsFields } from '../../film/FilmSettings';
import { FilmsMade } from '../../film/FilmsMade';
import { FilmPreview } from '../../film/preview/FilmPreview';
import { SceneSettings } from '../../film/SceneSettings';
import { Timeline } from '../../film/Timeline';
import { isRunning, musicOf, QUALITY_WORDS, sceneOfFilm, useFilms } from '../../film/api';
import { Choice } from '../../film/film-parts';
import { useMakeFilm } from '../../film/useMakeFilm';
import { speechPlayer } from '../../narration/speech-player';
import { useIsYellowHere } from '../../next-step/NextStep';
import { useProjectAutosave } from '../../projects/useProjectAutosave';
import { useScenes } from '../../scenes/api';
import { PaidButton } from '../../zaps/PaidButton';
import { useKnownPrice } from '../../zaps/price';

const Length = styled.p`
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;

const QUALITIES = (['draft', '720p', '1080p'] as const).map((value) => ({ value, label: QUALITY_WORDS[value] }));

/** Returns why no film can be made, in the server's words; null when one can. */
export function noFilmReason({ blocks, missing, seconds }: FilmTimeline): string | null {
  if (blocks.length === 0) return 'Choose an image or make a clip for at least one scene first.';
  if (missing.length > 0) return 'Some scenes have neither an image nor a clip.';
  if (blocks.length > LIMITS.scenesPerFilm) return `A film can have at most ${LIMITS.scenesPerFilm} scenes.`;
  if (seconds > LIMITS.filmSeconds) return `A film can last at most ${LIMITS.filmSeconds / 60} minutes.`;
  return null;
}

interface MakeFilmProps {
  project: Project;
  timeline: FilmTimeline;
  field: AutosaveField<FilmSettings>;
  scenes: readonly Scene[];
}

/**
 * Lets the user choose the film's quality, which is remembered, and shows the price and the button that makes the film.
 */
function MakeFilm({ project, timeline, field, scenes }: MakeFilmProps) {
  const { quality = USUAL_QUALITY } = field.value;
  const setQuality = (chosen: FilmQuality) => field.setValue({ ...field.value, quality: chosen });
  const { data: films = [] } = useFilms(project.id);
  const { isStarting, make, question } = useMakeFilm(project);
  const price = useKnownPrice(toZaps(filmPrice(timeline.seconds, quality).units));
  const isMaking = isStarting || films.some(isRunning);
  const isYellow = useIsYellowHere(project, 'create') && !isMaking;
  const reason = noFilmReason(timeline);
  const count = timeline.blocks.length === 1 ? '1 scene' : `${timeline.blocks.length} scenes`;
  return (
    <Stack gap={4}>
      <FilmLacks
        scenes={scenes}
        timeline={timeline}
        settings={field.value}
        onCaptionsOff={() => field.setValue({ ...field.value, captions: 'off' })}
      />
      <Choice label="Quality" value={quality} options={QUALITIES} onChange={setQuality} />
      <Row gap={3}>
        <PaidButton
          price={price}
          variant={isYellow ? 'primary' : 'secondary'}
          size="large"
          icon={<FilmIcon size={20} aria-hidden />}
          onAction={() => make(quality)}
          executing={isMaking}
          loadingText="Making the film..."
          disabled={reason !== null}
          disabledReason={reason ?? undefined}
        >
          Make the Film
        </PaidButton>
        {timeline.blocks.length > 0 && (
          <Length>
            {minutesAndSeconds(timeline.seconds)} · {count}
          </Length>
        )}
      </Row>
      {reason !== null && <Length>{reason}</Length>}
      {question}
    </Stack>
  );
}

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

/** Shows the preview, the timeline, the selected scene's settings, the film's settings, and finished films. */
function FilmEditor({ project, scenes }: { project: Project; scenes: Scene[] }) {
  const field = useProjectAutosave(project, 'film');
  const timeline = useMemo(() => filmTimeline(scenes.map(sceneOfFilm), field.value), [scenes, field.value]);
  const music = musicOf(project, field.value);
  const now = useMemo(
    () => filmFingerprint({ ...field.value, blocks: timeline.blocks, music: field.value.musicBed ?? music }),
    [field.value, timeline, music],
  );
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = scenes.find(({ id }) => id === chosenId);
  return (
    <Stack gap={5}>
      <FilmPreview
        scenes={scenes}
        timeline={timeline}
        settings={field.value}
        musicUrl={music}
        onPlay={() => speechPlayer.stop()}
        onChoose={setChosenId}
      >
        <MakeFilm project={project} timeline={timeline} field={field} scenes={scenes} />
      </FilmPreview>
      <Timeline
        projectId={project.id}
        scenes={scenes}
        timeline={timeline}
        settings={field.value}
        chosenId={chosenId}
        onChoose={setChosenId}
      />
      <Halves>
        <Stack gap={5}>
          {chosen && <SceneSettings key={chosen.id} scene={chosen} scenes={scenes} field={field} timeline={timeline} />}
          <FilmSettingsFields project={project} field={field} />
        </Stack>
        <FilmsMade project={project} now={now} scenes={scenes} />
      </Halves>
    </Stack>
  );
}

const Line = styled.p`
  color: ${tokens.text2};
`;

/** Shows a project's film: its scenes, its settings and its finished versions. */
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
