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
  /** The tab has something of its own to do, which is the yellow one. */
  quiet?: boolean;
}

/** Steps before which a film can be made already: of images alone it can. */
const MAY_FILM: readonly ProjectStep[] = ['choose', 'clips'];

/** Whether what a tab is for is the next thing to do, or may be. */
const isDoneIn = (tab: WorkspaceTab, step: ProjectStep): boolean =>
  STEP_TABS[step] === tab || (tab === 'create' && MAY_FILM.includes(step));

/** Whether the yellow button is the tab's own. */
export function useIsYellowHere(project: Project, tab: WorkspaceTab): boolean {
  const step = useNextStep(project);
  return step !== null && isDoneIn(tab, step);
}

/** Leads to the tab where the next step is taken, or is being taken. Nothing when that is the tab that is shown. */
export function NextStepButton({ project, tab, quiet = false }: NextStepProps) {
  const next = useStepUnderWay(project.id, useNextStep(project));
  const goTo = useGoToTab();
  if (next === null || isDoneIn(tab, next.step)) return null;
  return (
    <Button
      variant={quiet || next.isUnderWay ? 'secondary' : 'primary'}
      // It keeps its place until it is known what it says.
      style={next.isAsked ? { visibility: 'hidden' } : undefined}
      onClick={() => goTo(STEP_TABS[next.step])}
    >
      {nextStepWords(next)}
      <ArrowRight size={16} aria-hidden />
    </Button>
  );
}

/** Tabs that show the button in the middle of their emptiness as long as there are no scenes. */
const SHOWN_WHEN_EMPTY: readonly WorkspaceTab[] = ['build', 'board'];

/** The way on, at the top of every tab whose own button is not the next thing to do. */
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
