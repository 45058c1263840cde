import type { PushMessage } from '@storyreel/contracts';
import { createStore } from '../../platform/store';

export type NearedBudget = Omit<Extract<PushMessage, { type: 'budgetNeared' }>, 'type'>;

/** The newest budget that is nearly spent, until somebody has seen it. */
export const nearedBudget = createStore<NearedBudget | null>(null);
