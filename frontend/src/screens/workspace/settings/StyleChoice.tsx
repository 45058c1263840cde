import type { Project } from '@storyreel/contracts';
import { useProjectAutosave } from '../../../domains/projects/useProjectAutosave';
import { SaveState } from '../../../ui/SaveState';
import { useStyles } from '../../../domains/styles/queries';
import { ReadyMadeStyles } from '../../../domains/styles/ReadyMadeStyles';
import { Field, Select, Stack } from '../../../ui';

const NO_STYLE = 'none';

export function StyleChoice({ project }: { project: Project }) {
  const autosave = useProjectAutosave(project, 'selectedStyle');
  const { data: styles } = useStyles();
  const options = (styles ?? []).map(({ id, name, category }) => ({ value: id, label: `${name} (${category})` }));
  const isKnown = options.some(({ value }) => value === autosave.value);

  function choose(value: string): void {
    autosave.setValue(value === NO_STYLE ? null : value);
    void autosave.flush();
  }

  return (
    <Stack gap={3}>
      <Field
        label="Visual Style"
        aside={<SaveState {...autosave} />}
        hint={
          styles &&
          (styles.length === 0
            ? 'No styles available. Add styles on the Styles page.'
            : `${styles.length} style(s) available`)
        }
      >
        {({ id }) => (
          <Select
            id={id}
            value={isKnown ? (autosave.value ?? '') : ''}
            onValueChange={choose}
            options={isKnown ? [...options, { value: NO_STYLE, label: 'No style' }] : options}
            placeholder="Select a style..."
            disabled={options.length === 0}
          />
        )}
      </Field>
      <ReadyMadeStyles
        title="Or start with a ready-made style"
        chosenId={autosave.value}
        onTaken={({ id }) => choose(id)}
      />
    </Stack>
  );
}
