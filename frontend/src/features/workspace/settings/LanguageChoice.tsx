import { detectLanguage, LANGUAGES, languageName, storyWords } from '@storyreel/contracts';
import type { Project } from '@storyreel/contracts';
import { useMemo } from 'react';
import { Field } from '../../../ui';
import { SaveState } from '../../../ui/AutosavedField';
import { SearchSelect } from '../../../ui/SearchSelect';
import { useProjectAutosave } from '../../projects/useProjectAutosave';

const AUTOMATIC = 'automatic';

const byName = LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name, aliases: tag })).sort((a, b) =>
  a.label.localeCompare(b.label, 'en'),
);

/** Lets the user choose the language in which scenes, titles and posts are written; by default it is the story's. */
export function LanguageChoice({ project }: { project: Project }) {
  const autosave = useProjectAutosave(project, 'language');
  const story = useProjectAutosave(project, 'story').value;
  const found = useMemo(() => languageName(detectLanguage(storyWords(story))), [story]);

  function choose(value: string): void {
    autosave.setValue(value === AUTOMATIC ? null : value);
    void autosave.flush();
  }
  return (
    <Field
      label="Language"
      aside={<SaveState {...autosave} />}
      hint="Descriptions, titles and posts are written in this language, and voices match it. Prompts for images and clips stay in English."
    >
      {(ids) => (
        <SearchSelect
          {...ids}
          label="Language"
          value={autosave.value ?? AUTOMATIC}
          onValueChange={choose}
          options={[{ value: AUTOMATIC, label: `Automatic (${found ?? 'same as the story'})` }, ...byName]}
        />
      )}
    </Field>
  );
}
