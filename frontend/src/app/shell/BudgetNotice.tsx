import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type MouseEvent } from 'react';
import { formatZaps } from '../../domains/zaps/format';
import { type NearedBudget, nearedBudget } from '../../domains/zaps/neared-budget';
import { refusal } from '../../platform/refusal';
import { ButtonAnchor, IconButton } from '../../ui';
import { FloatingNotice } from './FloatingNotice';
import { useExternalStore } from '../../platform/useOutside';

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
 * That a budget is nearly spent, or has refused something, and the way to it. No toast: those of what was started or
 * refused come at the same moment, and there is one at a time.
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
