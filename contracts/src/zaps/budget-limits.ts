/** Of a monthly budget: when this much of it is spent, its owner is told. */
export const BUDGET_NOTICE_SHARE = 0.8;
export const MAX_BUDGET_ZAPS = 1_000_000;
