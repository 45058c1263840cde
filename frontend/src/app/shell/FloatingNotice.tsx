import styled from '@emotion/styled';
import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ComponentProps, MouseEvent, SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { nearedBudget } from '../../features/zaps/api';
import type { NearedBudget } from '../../features/zaps/api';
import { formatZaps } from '../../features/zaps/format';
import { refusal } from '../../platform/http/api-client';
import { useExternalStore } from '../../platform/store';
import { ButtonAnchor, IconButton, mobile, space, tokens } from '../../ui';

const Notice = styled.div`
  position: fixed;
  top: ${space(2)};
  left: 50%;
  z-index: 70;
  display: flex;
  align-items: center;
  gap: ${space(2)} ${space(4)};
  width: max-content;
  max-width: calc(100vw - 32px);
  padding: ${space(2)} ${space(2)} ${space(2)} ${space(4)};
  transform: translateX(-50%);
  border: 1px solid ${tokens.line};
  border-left: 4px solid ${tokens.danger};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
  /* A modal dialog disables the page's pointer events, but the notice above it must stay usable. */
  pointer-events: auto;
  ${mobile} {
    width: calc(100vw - 32px);
  }
`;

const keepFromDialogs = (event: SyntheticEvent): void => event.stopPropagation();

/** A notice above everything else on screen; pressing it does not close an open dialog. */
export const FloatingNotice = (props: ComponentProps<typeof Notice>) =>
  createPortal(<Notice {...props} onPointerDown={keepFromDialogs} />, document.body);

function nearedNotice({ projectId, spentZaps, monthlyZaps }: NearedBudget): { words: string; link: string } {
  const whose = projectId === null ? 'Your monthly budget' : "A project's monthly budget";
  return {
    words: `${whose} is almost spent: ${formatZaps(spentZaps)} of ${formatZaps(monthlyZaps)} zaps.`,
    link: projectId === null ? '/credits#budget' : `/?project=${projectId}&tab=settings#budget`,
  };
}

function leave(): void {
  refusal.set(null);
  nearedBudget.set(null);
}

/**
 * Warns that a budget is nearly spent or has refused an action, with a link to the budget. Not a toast: only one toast
 * is shown at a time, and the action itself shows a toast at the same moment.
 */
export function BudgetNotice() {
  const refused = useExternalStore(refusal.subscribe, refusal.get);
  const neared = useExternalStore(nearedBudget.subscribe, nearedBudget.get);
  const navigate = useNavigate();
  const notice =
    refused?.code === 'budget_reached'
      ? { words: 'This would exceed a monthly budget.', link: refused.link }
      : neared && nearedNotice(neared);
  if (!notice) return null;
  const { words, link } = notice;
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    leave();
    void navigate({ href: link });
  };
  return (
    <FloatingNotice role="status">
      <span>{words}</span>
      <ButtonAnchor href={link} data-variant="primary" data-size="small" onClick={follow}>
        Change Budget
      </ButtonAnchor>
      <IconButton label="Dismiss" icon={<X size={16} aria-hidden />} onClick={leave} />
    </FloatingNotice>
  );
}
