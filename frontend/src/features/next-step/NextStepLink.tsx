import styled from '@emotion/styled';
import { nextStep, STEP_TABS, type ProjectSummary } from '@storyreel/contracts';
import { createLink } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { space, tokens, touch, VisuallyHidden } from '../../ui';
import { nextStepWords, useStepUnderWay } from './useNextStep';

const Anchor = styled.a`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  max-width: 100%;
  min-height: 24px;
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-weight: 550;
  text-decoration: none;
  white-space: nowrap;
  &:hover {
    color: ${tokens.text1};
    text-decoration: underline;
  }
  & > svg {
    flex: none;
  }
  ${touch} {
    min-height: 44px;
  }
`;
const StepLink = createLink(Anchor);

/** Names a project's next step and links to it; renders nothing for a project that is marked as complete. */
export function NextStepLink({ project }: { project: ProjectSummary }) {
  const next = useStepUnderWay(project.id, project.status === 'complete' ? null : nextStep(project));
  if (next === null) return null;
  return (
    <StepLink to="/" search={{ project: project.id, tab: STEP_TABS[next.step] }} preload={false} draggable={false}>
      <span>
        {nextStepWords(next)}
        <VisuallyHidden> in {project.title || 'Untitled Project'}</VisuallyHidden>
      </span>
      <ArrowRight size={14} aria-hidden />
    </StepLink>
  );
}
