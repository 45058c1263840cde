import styled from '@emotion/styled';
import { FILM_FORMATS, LIMITS, NEW_FILM_SETTINGS, USUAL_PACE } from '@storyreel/contracts';
import type { FilmPace, FilmSettings, Project } from '@storyreel/contracts';
import type { AutosaveField } from '../../platform/autosave/autosave-registry';
import { characters, Field, Input, lengthNote, space } from '../../ui';
import { SaveState } from '../../ui/AutosavedField';
import { CaptionLookFields } from './CaptionLook';
import { Choice, Settings, SubHeading } from './film-parts';
import { MusicChooser } from './MusicChooser';

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
  { value: 'still', label: 'One Shot per Scene' },
];
const CARDS = [
  { key: 'titleCard', label: 'Title Card', hint: 'Shown before the first scene. Leave it empty for none.' },
  { key: 'endCard', label: 'End Card', hint: 'Shown after the last scene. Leave it empty for none.' },
] as const;

interface FilmSettingsFieldsProps {
  project: Project;
  field: AutosaveField<FilmSettings>;
}

/** Fields for the settings of the whole film, which are saved automatically. */
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
      <MusicChooser project={project} film={film} onChange={change} />
    </Group>
  );
}
