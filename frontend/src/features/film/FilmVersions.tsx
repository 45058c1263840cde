import styled from '@emotion/styled';
import { changesSince, minutesAndSeconds } from '@storyreel/contracts';
import type { Film, FilmFingerprint, Project, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Download, Play, Trash2 } from 'lucide-react';
import { deleteFilm, filmFilename, QUALITY_WORDS } from './api';
import { dateFormat } from '../../platform/time/written-dates';
import { downloadFrom } from '../../platform/http/downloads';
import { putProjectFile } from '../pictures/media/useProjectFile';
import { Button, IconButton, Moment, Row, space, Stack, tokens } from '../../ui';
import { useEffect, useRef } from 'react';
import { COMPLETED_VIDEO } from './FinalVideo';
import { SubHeading } from './film-parts';
import { sceneNumber } from '../scenes/api';

const List = styled.ul`
  border-top: 1px solid ${tokens.line};
`;
const Item = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(1)} ${space(3)};
  padding: ${space(2)} 0;
  border-bottom: 1px solid ${tokens.line};
`;
const Facts = styled.div`
  min-width: 0;
  font-variant-numeric: tabular-nums;
`;
const Small = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;

const Changed = styled(Small)`
  color: ${tokens.warning};
`;

const listed = (words: readonly string[]): string => new Intl.ListFormat('en', { type: 'conjunction' }).format(words);
const scenesInWords = (numbers: readonly (number | undefined)[]): string =>
  `${numbers.length === 1 ? 'scene' : 'scenes'} ${listed(numbers.map(String))}`;
/** Maximum number of scenes whose changes are described; any others are only counted. */
const TOLD = 4;

/** Describes the changes of scenes and film settings since a film was made; null when there are none. */
export function changeWords(
  { fingerprint }: Pick<Film, 'fingerprint'>,
  now: FilmFingerprint,
  scenes: readonly Scene[],
): string | null {
  if (!fingerprint) return null;
  const { changed, addedIds, removedIds, isReordered, film } = changesSince(fingerprint, now);
  const numbers = new Map(scenes.map((scene) => [scene.id, sceneNumber(scene)]));
  const told = changed.slice(0, TOLD).map(({ sceneId, parts }) => `${listed(parts)} of scene ${numbers.get(sceneId)}`);
  const rest = changed.length - TOLD;
  const inScenes = [
    ...told,
    ...(rest > 0 ? [`${rest} more`] : []),
    ...(addedIds.length > 0 ? [`${scenesInWords(addedIds.map((id) => numbers.get(id)))} added`] : []),
    ...(removedIds.length > 0
      ? [`${removedIds.length === 1 ? 'a scene' : `${removedIds.length} scenes`} removed`]
      : []),
    ...(isReordered ? ['the order of scenes'] : []),
  ];
  const all = [
    ...(inScenes.length > 0 ? [`Scenes changed since: ${inScenes.join('; ')}.`] : []),
    ...(film.length > 0 ? [`Settings changed since: ${listed(film)}.`] : []),
  ];
  return all.length > 0 ? all.join(' ') : null;
}

const megabytes = (bytes: number): string => `${Math.max(0.1, bytes / 1_048_576).toFixed(1)} MB`;

interface FilmVersionsProps {
  project: Project;
  /** Finished films, newest first. */
  films: readonly Film[];
  /** Fingerprint of a film made now. */
  now: FilmFingerprint;
  scenes: readonly Scene[];
  shownId: string | undefined;
  onPlay: (id: string) => void;
}

/** Lists all of a project's films that are not deleted. */
export function FilmVersions({ project, films, now, scenes, shownId, onPlay }: FilmVersionsProps) {
  const queryClient = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const place = useRef(-1);
  const count = films.length;
  // Deleting a version removes the focused button, so the focus moves to the next version, or else the previous one.
  useEffect(() => {
    if (place.current < 0 || document.activeElement !== document.body) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-delete]') ?? [];
    (buttons[place.current] ?? buttons[count - 1])?.focus();
  }, [count]);
  return (
    <Stack gap={2}>
      <SubHeading>Versions</SubHeading>
      <List ref={list} aria-label="Versions">
        {films.map((film, at) => (
          <Version
            key={film.id}
            project={project}
            film={film}
            changes={changeWords(film, now, scenes)}
            isShown={film.id === shownId}
            onPlay={onPlay}
            onDelete={() => {
              place.current = at;
              void deleteFilm(queryClient, film);
            }}
          />
        ))}
      </List>
    </Stack>
  );
}

const filmDate = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });

interface VersionProps {
  project: Project;
  film: Film;
  /** Changes since the version was made; null when there are none. */
  changes: string | null;
  isShown: boolean;
  onPlay: (id: string) => void;
  onDelete: () => void;
}
function Version({ project, film, changes, isShown, onPlay, onDelete }: VersionProps) {
  const queryClient = useQueryClient();
  const { files, format, quality, createdAt } = film;
  if (files === null) return null;
  const filename = filmFilename(project.title, film);
  const isFinal = project.completedVideoUrl === files.url;
  const name = `film of ${filmDate(createdAt)}`;
  const put = () =>
    void putProjectFile(queryClient, project, COMPLETED_VIDEO, {
      url: files.url,
      filename,
      told: 'Final video changed',
    });
  return (
    <Item>
      <Facts>
        <Moment at={createdAt} />
        <Small>
          {[QUALITY_WORDS[quality], minutesAndSeconds(files.seconds), format, megabytes(files.bytes)].join(' · ')}
        </Small>
        {changes !== null && <Changed>{changes}</Changed>}
      </Facts>
      <Row gap={1}>
        <IconButton
          label={`Play the ${name}`}
          icon={<Play size={16} aria-hidden />}
          aria-pressed={isShown}
          onClick={() => onPlay(film.id)}
        />
        {/* The button stays rendered after it was pressed, so that it keeps the focus. */}
        <Button
          size="small"
          variant={isFinal ? 'ghost' : 'secondary'}
          icon={isFinal && <Check size={16} aria-hidden />}
          aria-label={isFinal ? `The ${name} is the final video` : `Use the ${name} as final video`}
          aria-disabled={isFinal || undefined}
          onClick={isFinal ? undefined : put}
        >
          {isFinal ? 'Final Video' : 'Use as Final Video'}
        </Button>
        <IconButton
          label={`Download the ${name}`}
          icon={<Download size={16} aria-hidden />}
          onClick={() => downloadFrom(files.url, filename)}
        />
        <IconButton
          label={`Delete the ${name}`}
          icon={<Trash2 size={16} aria-hidden />}
          data-delete
          onClick={onDelete}
        />
      </Row>
    </Item>
  );
}
