import { useLocation } from '@tanstack/react-router';

/** Whether the address leads to the budget, as that of a refusal by it does. */
export const useBudgetAsked = (): boolean => useLocation({ select: ({ hash }) => hash === 'budget' });
