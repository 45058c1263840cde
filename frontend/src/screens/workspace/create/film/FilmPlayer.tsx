import styled from '@emotion/styled';
import type { Film, FilmFiles, Project } from '@storyreel/contracts';
import { createLink } from '@tanstack/react-router';
import { Captions, Download } from 'lucide-react';
import { filmFilename, QUALITY_WORDS } from '../../../../domains/films/words';
import { downloadFrom } from '../../../../domains/media/download';
import { ShareVideo } from '../../../../domains/sharing/ShareVideo';
import { Badge, Button, ButtonAnchor, Row, Stack, tokens } from '../../../../ui';

const ComposerLink = createLink(ButtonAnchor);

const Video = styled.video`
  display: block;
  justify-self: center;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface3};
`;

/** Pixels; with it a tall film and its buttons are in view together. */
const HIGHEST = 560;

/** Of the final video the composer knows by itself; every other film is named. */
const postOf = ({ id, completedVideoUrl }: Project, film: Film) => ({
  project: id,
  projectId: id,
  when: 'later' as const,
  ...(film.files?.url === completedVideoUrl ? { video: 'final' as const } : { film: film.id }),
});

/** A film that is ready: to be seen, saved and posted. */
export function FilmPlayer({ project, film, files }: { project: Project; film: Film; files: FilmFiles }) {
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
        <ComposerLink to="/create-post" search={postOf(project, film)} data-variant="secondary">
          Schedule
        </ComposerLink>
        <ShareVideo key={film.id} projectId={project.id} filmId={film.id} what="the film" />
      </Row>
    </Stack>
  );
}
