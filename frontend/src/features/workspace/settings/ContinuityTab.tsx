import styled from '@emotion/styled';
import { LIMITS } from '@storyreel/contracts';
import type { Project } from '@storyreel/contracts';
import { Sparkles } from 'lucide-react';
import { requireSaved } from '../../../platform/http/failures';
import { postOnce } from '../../../platform/http/idempotency-keys';
import { lazySchema } from '../../../platform/lazy/lazy-schema';
import { Field, mobile, Select, space, Stack, tokens, useCommand } from '../../../ui';
import { AutosavedTextArea, SaveState } from '../../../ui/AutosavedField';
import type { AutosavedTextAreaProps } from '../../../ui/AutosavedField';
import { CastSection } from '../../cast/CastSection';
import { flushProject, useProjectAutosave } from '../../projects/useProjectAutosave';
import { ReadyMadeStyles } from '../../styles/ReadyMadeStyles';
import { useStyles } from '../../styles/api';
import { BudgetCard, useBudgetAsked } from '../../zaps/BudgetCard';
import { CostButton } from '../../zaps/PaidButton';
import { refreshBalance } from '../../zaps/api';
import { CONTINUITY_COST } from '../../zaps/price';
import { LanguageChoice } from './LanguageChoice';
import { MidjourneyPrompt } from './MidjourneyPrompt';
import { ReferenceImage } from './ReferenceImage';

/** Extracts characters, environment and props from the story, and stores them in the project. */
export function useCreateContinuity(project: Project) {
  const story = useProjectAutosave(project, 'story').value;
  const characters = useProjectAutosave(project, 'characters');
  const environment = useProjectAutosave(project, 'environment');
  const props = useProjectAutosave(project, 'props');
  const fields = [characters, environment, props];

  function fill(texts: readonly string[]): void {
    fields.forEach((field, at) => {
      field.setValue(texts[at] ?? '');
      void field.flush();
    });
  }

  const { mutateAsync, isPending } = useCommand({
    run: async () => {
      requireSaved(await flushProject(project.id));
      const body = { story, projectId: project.id };
      const schema = lazySchema('continuityResponseSchema');
      return postOnce(`continuity/${project.id}`, '/api/ai/generate/continuity', body, { schema });
    },
    success: (made) => {
      const before = fields.map(({ value }) => value);
      fill([made.characters, made.environments, made.props]);
      const replaced = before.some((text) => text.trim() !== '');
      return {
        title: 'Success',
        description: 'Continuity details generated.',
        ...(replaced && { undo: () => fill(before) }),
      };
    },
    failure: ['Error', 'Failed to generate continuity details. Please try again.'],
    refresh: refreshBalance,
  });

  async function create(): Promise<void> {
    // The command itself shows its error.
    await mutateAsync().catch(() => undefined);
  }
  return { create, isPending, hasStory: story.trim() !== '' };
}

export interface ContinuityTextProps extends Pick<AutosavedTextAreaProps, 'label' | 'rows' | 'hint'> {
  project: Project;
  field: 'characters' | 'environment' | 'props';
}

export function ContinuityText({ project, field, ...look }: ContinuityTextProps) {
  const autosave = useProjectAutosave(project, field);
  return <AutosavedTextArea {...look} field={autosave} maxLength={LIMITS.continuity} />;
}

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

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space(3)};
  margin-bottom: ${space(6)};
  & h2 {
    font-size: ${tokens.heading3};
  }
  & p {
    margin-top: ${space(1)};
    color: ${tokens.text2};
  }
`;
const CastPlace = styled.div`
  margin-bottom: ${space(6)};
`;
const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  gap: ${space(8)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(6)};
  }
`;

/** The project's Settings tab, with the details that all scenes must agree with. */
export default function ContinuityTab({ project }: { project: Project }) {
  const { create, isPending, hasStory } = useCreateContinuity(project);
  const isBudgetAsked = useBudgetAsked();
  const createButton = (label: string) => (
    <CostButton
      cost={CONTINUITY_COST}
      icon={<Sparkles size={16} aria-hidden />}
      loadingText="Generating..."
      executing={isPending}
      disabled={!hasStory}
      disabledReason="Write a story first"
      onAction={create}
    >
      {label}
    </CostButton>
  );
  return (
    <>
      <Head>
        <div>
          <h2>Continuity Details</h2>
          <p>Define characters, environment, and props for consistent storytelling</p>
        </div>
        {createButton('Create Continuity')}
      </Head>
      <CastPlace>
        <CastSection project={project} create={createButton('Create Cast')} />
      </CastPlace>
      <Columns>
        <Stack gap={5}>
          <ContinuityText
            project={project}
            field="characters"
            label="Characters"
            rows={8}
            hint="One per line, e.g. Mara: tall, red coat"
          />
          <ContinuityText project={project} field="environment" label="Environment" rows={5} />
          <ContinuityText project={project} field="props" label="Props" rows={4} />
        </Stack>
        <Stack gap={5}>
          <LanguageChoice project={project} />
          <StyleChoice project={project} />
          <MidjourneyPrompt project={project} />
          <ReferenceImage project={project} />
          <BudgetCard projectId={project.id} isAskedFor={isBudgetAsked} />
        </Stack>
      </Columns>
    </>
  );
}
