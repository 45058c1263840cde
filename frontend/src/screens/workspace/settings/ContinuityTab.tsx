import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { Sparkles } from 'lucide-react';
import { CONTINUITY_COST } from '../../../domains/zaps/text-costs';
import { mobile, space, Stack, tokens } from '../../../ui';
import { BudgetCard } from '../../../domains/zaps/BudgetCard';
import { useBudgetAsked } from '../../../domains/zaps/useBudgetAsked';
import { CostButton } from '../../../domains/zaps/CostButton';
import { ContinuityText } from './ContinuityText';
import { MidjourneyPrompt } from './MidjourneyPrompt';
import { ReferenceImage } from './ReferenceImage';
import { StyleChoice } from './StyleChoice';
import { useCreateContinuity } from './useCreateContinuity';

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
const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  gap: ${space(8)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(6)};
  }
`;

/** The project's 'Settings' tab: what every scene has to agree with. */
export default function ContinuityTab({ project }: { project: Project }) {
  const { create, isPending, hasStory } = useCreateContinuity(project);
  const isBudgetAsked = useBudgetAsked();
  return (
    <>
      <Head>
        <div>
          <h2>Continuity Details</h2>
          <p>Define characters, environment, and props for consistent storytelling</p>
        </div>
        <CostButton
          cost={CONTINUITY_COST}
          icon={<Sparkles size={16} aria-hidden />}
          loadingText="Generating..."
          executing={isPending}
          disabled={!hasStory}
          disabledReason="Write a story first"
          onAction={create}
        >
          Create Continuity
        </CostButton>
      </Head>
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
          <StyleChoice project={project} />
          <MidjourneyPrompt project={project} />
          <ReferenceImage project={project} />
          <BudgetCard projectId={project.id} isAskedFor={isBudgetAsked} />
        </Stack>
      </Columns>
    </>
  );
}
