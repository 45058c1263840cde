import styled from '@emotion/styled';
import { STEP_TABS, type Project, type ProjectStep, type WorkspaceTab } from '@storyreel/contracts';
import { ArrowRight } from 'lucide-react';
import { nextStepWords, useNextStep, useStepUnderWay } from './useNextStep';
import { Button, space } from '../../ui';
import { useGoToTab } from '../projects/useOpenProject';

const Bar = styled.div`
  display: flex;
  justify-content: flex-end;
  margin-bottom: ${space(4)};
`;

interface NextStepProps {
  project: Project;
  tab: WorkspaceTab;
  /** True if the tab has a primary button of its own, so that this one must not be primary (yellow) as well. */
  quiet?: boolean;
}

/** Returns true when a step is done in a tab, or may be skipped there: a film needs images, but no narration. */
const isDoneIn = (tab: WorkspaceTab, step: ProjectStep): boolean =>
  STEP_TABS[step] === tab || (tab === 'create' && step === 'narration');

/** Returns true when the tab's own button is the primary one. */
export function useIsYellowHere(project: Project, tab: WorkspaceTab): boolean {
  const step = useNextStep(project);
  return step !== null && isDoneIn(tab, step);
}

/** Links to the tab of the next step or of the step in progress; renders nothing in that tab itself. */
export function NextStepButton({ project, tab, quiet = false }: NextStepProps) {
  const next = useStepUnderWay(project.id, useNextStep(project));
  const goTo = useGoToTab();
  if (next === null || isDoneIn(tab, next.step)) return null;
  return (
    <Button
      variant={quiet || next.isUnderWay ? 'secondary' : 'primary'}
      // Reserves the button's space until its label is known.
      style={next.isAsked ? { visibility: 'hidden' } : undefined}
      onClick={() => goTo(STEP_TABS[next.step])}
    >
      {nextStepWords(next)}
      <ArrowRight size={16} aria-hidden />
    </Button>
  );
}

/** Tabs whose empty state shows the button while there are no scenes. */
const SHOWN_WHEN_EMPTY: readonly WorkspaceTab[] = ['build', 'board'];

/** Shows the next step at the top of every tab in which that step cannot be done. */
export function NextStepBar({ project, tab, quiet }: NextStepProps) {
  const step = useNextStep(project);
  if (step === null || isDoneIn(tab, step)) return null;
  const isEmpty = step === 'story' || step === 'scenes';
  if (isEmpty && SHOWN_WHEN_EMPTY.includes(tab)) return null;
  return (
    <Bar>
      <NextStepButton project={project} tab={tab} quiet={quiet} />
    </Bar>
  );
}
