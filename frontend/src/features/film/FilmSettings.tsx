import styled from '@emotion/styled';
import { acceptOf, FILM_FORMATS, LIMITS, NEW_FILM_SETTINGS, USUAL_PACE } from '@storyreel/contracts';
import type { FilmPace, FilmSettings, Project } from '@storyreel/contracts';
import { Music, Trash2, Upload } from 'lucide-react';
import type { AutosaveField } from '../../platform/autosave/autosave-registry';
import { Button, characters, Field, IconButton, Input, lengthNote, Row, space, Stack, tokens } from '../../ui';
import { SaveState } from '../../ui/AutosavedField';
import { refuseAudio } from '../pictures/media/files';
import { useProjectFile } from '../pictures/media/useProjectFile';
import type { ProjectFile } from '../pictures/media/useProjectFile';
import { RunningUpload } from '../uploads/UploadArea';
import { useFilePicker } from '../uploads/useFileInput';
import { CaptionLookFields } from './CaptionLook';
import { Choice, OnOff, Settings, SubHeading } from './film-parts';

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

/** The film's background audio: its own music, or the Audio tab's audio. */
function FilmMusic({ project, film, onChange }: FilmMusicProps) {
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

const Group = styled.section`
  display: grid;
  gap: ${space(4)};
`;
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(1)} ${space(3)};
`;

const FORMATS = FILM_FORMATS.map((value) => ({ value, label: value }));
const PACES: readonly { value: FilmPace; label: string }[] = [
  { value: 'calm', label: 'Calm' },
  { value: 'normal', label: 'Normal' },
  { value: 'quick', label: 'Quick' },
  { value: 'still', label: 'One Shot a Scene' },
];
const CARDS = [
  { key: 'titleCard', label: 'Title Card', hint: 'Shown before the first scene. Leave it empty for none.' },
  { key: 'endCard', label: 'End Card', hint: 'Shown after the last scene. Leave it empty for none.' },
] as const;

interface FilmSettingsFieldsProps {
  project: Project;
  field: AutosaveField<FilmSettings>;
}

/** The film-wide settings; autosaved. */
export function FilmSettingsFields({ project, field }: FilmSettingsFieldsProps) {
  const film = { ...NEW_FILM_SETTINGS, ...field.value };
  const change = (part: Partial<FilmSettings>) => field.setValue({ ...film, ...part });
  return (
    <Group aria-label="Film settings">
      <Head>
        <SubHeading>Settings</SubHeading>
        <SaveState {...field} />
      </Head>
      <Settings>
        <Choice label="Format" value={film.format} options={FORMATS} onChange={(format) => change({ format })} />
        <Choice label="Cuts" value={film.pace ?? USUAL_PACE} options={PACES} onChange={(pace) => change({ pace })} />
        {CARDS.map(({ key, label, hint }) => (
          <Field key={key} label={label} hint={hint} {...lengthNote(film[key], characters(LIMITS.filmCard))}>
            {(ids) => <Input {...ids} value={film[key]} onChange={(event) => change({ [key]: event.target.value })} />}
          </Field>
        ))}
      </Settings>
      <CaptionLookFields projectId={project.id} film={film} onChange={change} />
      <FilmMusic project={project} film={film} onChange={change} />
    </Group>
  );
}
