import styled from '@emotion/styled';
import { acceptOf, type FilmSettings, type Project } from '@storyreel/contracts';
import { Music, Trash2, Upload } from 'lucide-react';
import { refuseAudio } from '../../../../domains/media/file-kind';
import type { ProjectFile } from '../../../../domains/media/project-file';
import { useProjectFile } from '../../../../domains/media/useProjectFile';
import { RunningUpload } from '../../../../domains/uploads/UploadArea';
import { useFilePicker } from '../../../../domains/uploads/useFilePicker';
import { Button, IconButton, Row, Stack, tokens } from '../../../../ui';
import { OnOff } from './parts';

/** Up to and including 50 MB. */
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
const Player = styled.audio`
  width: min(100%, 360px);
`;

function hintOf({ storyAudioUrl }: Project, { music }: FilmSettings): string | undefined {
  if (storyAudioUrl === null) return 'There is no audio in the Audio tab yet.';
  return music ? undefined : 'Turn it on for music. Audio of the whole story would speak over the narration of scenes.';
}

interface FilmMusicProps {
  project: Project;
  film: FilmSettings;
  onChange: (part: Pick<FilmSettings, 'music'>) => void;
}

/** What lies under the film: music of its own, or the audio of the Audio tab. */
export function FilmMusic({ project, film, onChange }: FilmMusicProps) {
  const file = useProjectFile(project, FILM_MUSIC);
  const [openDialog, input] = useFilePicker({ accept: acceptOf('audio'), label: 'Music file', onFile: file.upload });
  const { filmMusicUrl: url, filmMusicFilename } = project;
  return (
    <Stack gap={3}>
      {url === null ? (
        <OnOff
          label="Play the story audio under the film"
          hint={hintOf(project, film)}
          checked={film.music}
          onChange={(music) => onChange({ music })}
        />
      ) : (
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
