import styled from '@emotion/styled';
import { acceptOf, MUSIC_CHOICES, MUSIC_NAMES } from '@storyreel/contracts';
import type { FilmSettings, MusicBed, Project } from '@storyreel/contracts';
import { Music, Trash2, Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button, IconButton, Row, Stack, tokens } from '../../ui';
import { refuseAudio } from '../pictures/media/files';
import { useProjectFile } from '../pictures/media/useProjectFile';
import type { ProjectFile } from '../pictures/media/useProjectFile';
import { RunningUpload } from '../uploads/UploadArea';
import { useFilePicker } from '../uploads/useFileInput';
import { Choice, OnOff } from './film-parts';

/** The film's own music file, at most 50 MB. */
const FILM_MUSIC: ProjectFile = {
  purpose: 'audio',
  refuse: refuseAudio,
  fields: (url, filename) => ({ filmMusicUrl: url, filmMusicFilename: filename }),
  none: { filmMusicUrl: null, filmMusicFilename: null },
  current: ({ filmMusicUrl, filmMusicFilename }: Project) => ({ filmMusicUrl, filmMusicFilename }),
  uploaded: () => ({ title: 'Music added to the film' }),
  deleted: { title: 'Music removed' },
  restored: { title: 'Music restored' },
  thing: 'music',
};

const Name = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  font-weight: 550;
  overflow-wrap: anywhere;
  & > svg {
    flex: none;
    color: ${tokens.text3};
  }
`;
const Hint = styled.p`
  color: ${tokens.text3};
  font-size: ${tokens.caption};
`;
const Player = styled.audio`
  width: min(100%, 360px);
`;

function hintOf({ storyAudioUrl }: Project, { music }: FilmSettings): string | undefined {
  if (storyAudioUrl === null) return 'There is no audio in the Audio tab yet.';
  return music
    ? undefined
    : 'Use this if the story audio is music: speech in it would play over the narration of the scenes.';
}

interface MusicChooserProps {
  project: Project;
  film: FilmSettings;
  onChange: (part: Pick<Partial<FilmSettings>, 'music' | 'musicBed'>) => void;
}

/** Lets the user choose the film's music: included music, a file of their own, or the audio of the Audio tab. */
export function MusicChooser({ project, film, onChange }: MusicChooserProps) {
  const file = useProjectFile(project, FILM_MUSIC);
  const [openDialog, input] = useFilePicker({
    accept: acceptOf('audio'),
    label: 'Music file',
    onFile: (picked) => {
      if (film.musicBed && !refuseAudio(picked)) onChange({ musicBed: null });
      file.upload(picked);
    },
  });
  const { filmMusicUrl: url } = project;
  const bed = film.musicBed ?? null;
  return (
    <Stack gap={3}>
      <Choice<MusicBed | 'own'>
        label="Music"
        value={bed ?? 'own'}
        options={[{ value: 'own', label: url === null ? 'None' : 'Your Music' }, ...MUSIC_CHOICES]}
        onChange={(value) => onChange({ musicBed: value === 'own' ? null : value })}
      />
      {bed ? (
        <BedPlayer bed={bed} />
      ) : url === null ? (
        <OnOff
          label="Play the story audio under the film"
          hint={hintOf(project, film)}
          checked={film.music}
          onChange={(music) => onChange({ music })}
        />
      ) : (
        <OwnMusic project={project} url={url} file={file} />
      )}
      {file.uploading ? (
        <RunningUpload upload={file.uploading} onCancel={file.cancelUpload} />
      ) : (
        <Row gap={2}>
          <Button size="small" icon={<Upload size={16} aria-hidden />} onClick={openDialog}>
            {url === null ? 'Upload Music' : 'Replace Music'}
          </Button>
        </Row>
      )}
      {input}
    </Stack>
  );
}

/** Ignores a playback that was refused or failed; the player then shows that it is paused. */
const standStill = (): void => undefined;

/**
 * Plays the chosen music. If the user chooses other music during playback, that plays at once, so that pieces can be
 * compared.
 */
function BedPlayer({ bed }: { bed: MusicBed }) {
  const isPlaying = useRef(false);
  return (
    <>
      <Player
        src={`/api/music/${bed}`}
        controls
        loop
        preload="none"
        aria-label={`${MUSIC_NAMES[bed]} music`}
        onPlay={() => (isPlaying.current = true)}
        onPause={() => (isPlaying.current = false)}
        onEmptied={({ currentTarget }) => {
          if (isPlaying.current) currentTarget.play().catch(standStill);
        }}
      />
      <Hint>Grows softer while someone speaks, and fades out at the end. Free to use everywhere (CC0).</Hint>
    </>
  );
}

interface OwnMusicProps {
  project: Project;
  url: string;
  file: ReturnType<typeof useProjectFile>;
}

function OwnMusic({ project: { filmMusicFilename }, url, file }: OwnMusicProps) {
  return (
    <>
      <Row gap={2}>
        <Name>
          <Music size={16} aria-hidden />
          {filmMusicFilename ?? 'Music'}
        </Name>
        <IconButton
          label="Remove music"
          icon={<Trash2 size={16} aria-hidden />}
          loading={file.deleting}
          onClick={() => void file.remove()}
        />
      </Row>
      <Player key={url} src={url} controls preload="metadata" aria-label="Music" />
    </>
  );
}
