import styled from '@emotion/styled';
import type { Film, FilmFiles, FilmFingerprint, Project, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { Captions, Download, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { leftWords, useNow } from '../../platform/time/elapsed';
import { Badge, Button, ButtonAnchor, Progress, Row, space, Stack, tokens, Unreadable } from '../../ui';
import { downloadFrom } from '../../platform/http/downloads';
import { ShareVideo } from '../sharing/ShareVideo';
import { FilmParts } from './FilmParts';
import { FilmVersions } from './FilmVersions';
import { cancelFilm, dismissFailure, filmFilename, isRunning, postOf, QUALITY_WORDS, timeLeft, useFilms } from './api';
import { useMakeFilm } from './useMakeFilm';

const FailureBox = styled.div`
  display: grid;
  gap: ${space(3)};
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  overflow-wrap: anywhere;
`;
const Title = styled.h3`
  font-size: ${tokens.body};
  font-weight: 600;
`;

/** Explains why the newest film failed, and how to retry. */
function FilmFailure({ project, film }: { project: Project; film: Film }) {
  const queryClient = useQueryClient();
  const { isStarting, make, question } = useMakeFilm(project);
  return (
    <FailureBox>
      <div role="status">
        <Title>The film wasn't made</Title>
        <p>{film.error ?? 'Something went wrong.'} You weren't charged for it.</p>
      </div>
      <Row gap={2}>
        <Button icon={<RotateCcw size={16} aria-hidden />} loading={isStarting} onClick={() => void make(film.quality)}>
          Try Again
        </Button>
        <Button variant="ghost" onClick={() => void dismissFailure(queryClient, film)}>
          Dismiss
        </Button>
      </Row>
      {question}
    </FailureBox>
  );
}

const ComposerLink = createLink(ButtonAnchor);

const Video = styled.video`
  display: block;
  justify-self: center;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface3};
`;

/** Maximum height in pixels at which a tall film and its buttons fit on the screen together. */
const HIGHEST = 560;

/** Shows a finished film: the player, the downloads and a link to post it. */
function FilmPlayer({ project, film, files }: { project: Project; film: Film; files: FilmFiles }) {
  const { url, posterUrl, srtUrl, vttUrl } = files;
  const [width = 9, height = 16] = film.format.split(':').map(Number);
  const save = (address: string, extension?: string) =>
    downloadFrom(address, filmFilename(project.title, film, extension));
  return (
    <Stack gap={3}>
      <Video
        key={url}
        src={url}
        poster={posterUrl}
        style={{ aspectRatio: `${width} / ${height}`, width: `min(100%, ${Math.round((HIGHEST * width) / height)}px)` }}
        controls
        playsInline
        preload="metadata"
        aria-label="Film"
      >
        <track kind="captions" src={vttUrl} label="Captions" />
      </Video>
      <Row gap={2}>
        <Badge tone={film.quality === 'draft' ? 'warning' : 'neutral'}>{QUALITY_WORDS[film.quality]}</Badge>
        <Button icon={<Download size={16} aria-hidden />} aria-label="Download the film" onClick={() => save(url)}>
          Download
        </Button>
        <Button icon={<Captions size={16} aria-hidden />} onClick={() => save(srtUrl, 'srt')}>
          Download Captions
        </Button>
        <ComposerLink to="/create-post" search={{ ...postOf(project, film), when: 'later' }} data-variant="secondary">
          Schedule
        </ComposerLink>
        <ShareVideo key={film.id} projectId={project.id} filmId={film.id} what="the film" />
      </Row>
      {files.parts && <FilmParts film={film} parts={files.parts} title={project.title} />}
    </Stack>
  );
}

const ProgressBox = styled.div`
  display: grid;
  gap: ${space(3)};
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
`;
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  font-variant-numeric: tabular-nums;
`;
const Left = styled.span`
  color: ${tokens.text2};
`;

/** Shows a film's progress and remaining time. Rendering continues after the user leaves the screen. */
function FilmProgress({ film }: { film: Film }) {
  const queryClient = useQueryClient();
  const [isCancelling, setCancelling] = useState(false);
  const left = timeLeft(film, useNow());
  const cancel = async (): Promise<void> => {
    setCancelling(true);
    await cancelFilm(queryClient, film);
    setCancelling(false);
  };
  return (
    <ProgressBox role="group" aria-label={`Film being made, ${QUALITY_WORDS[film.quality]}`}>
      <Line>
        <span role="status">{film.status === 'queued' ? 'Waiting for its turn' : film.step || 'Getting ready'}</span>
        {left !== null && <Left>{leftWords(left / 1000)}</Left>}
      </Line>
      <Progress value={film.status === 'queued' ? null : film.progress} label="Progress of the film" />
      <div>
        <Button size="small" icon={<X size={16} aria-hidden />} loading={isCancelling} onClick={() => void cancel()}>
          Cancel
        </Button>
      </div>
    </ProgressBox>
  );
}

const Region = styled.section`
  &:focus {
    outline: none;
  }
`;

interface FilmsMadeProps {
  project: Project;
  /** Fingerprint of a film made now. */
  now: FilmFingerprint;
  scenes: readonly Scene[];
}

/** Shows the film in progress, the film in the player, and earlier films. */
export function FilmsMade({ project, now, scenes }: FilmsMadeProps) {
  const { data: films = [], isError, refetch } = useFilms(project.id);
  const [playing, setPlaying] = useState<{ id: string; newestId: string | undefined } | null>(null);
  const [newest] = films;
  const ready = films.filter(({ files }) => files !== null);
  // A newly finished film replaces an earlier film that the user has chosen to play.
  const chosen = playing?.newestId === ready[0]?.id ? ready.find(({ id }) => id === playing?.id) : undefined;
  const shown = chosen ?? ready[0];
  const region = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const state = `${newest?.id} ${newest?.status} ${films.length}`;
  // The button that had the focus may have disappeared with the previous state, so the focus moves to the region.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) region.current?.focus({ preventScroll: true });
  }, [state]);
  if (isError && films.length === 0) return <Unreadable what="the films" retry={refetch} />;
  return (
    <Region
      ref={region}
      tabIndex={-1}
      aria-label="Films"
      onFocus={() => (hadFocus.current = true)}
      onBlur={({ relatedTarget }) => (hadFocus.current = relatedTarget === null)}
    >
      <Stack gap={5}>
        {newest && isRunning(newest) && <FilmProgress key={newest.id} film={newest} />}
        {newest?.status === 'failed' && <FilmFailure project={project} film={newest} />}
        {shown?.files && <FilmPlayer project={project} film={shown} files={shown.files} />}
        {ready.length > 0 && (
          <FilmVersions
            project={project}
            films={ready}
            now={now}
            scenes={scenes}
            shownId={shown?.id}
            onPlay={(id) => setPlaying({ id, newestId: ready[0]?.id })}
          />
        )}
      </Stack>
    </Region>
  );
}
