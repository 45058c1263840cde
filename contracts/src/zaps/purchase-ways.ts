/** Who takes the money for zaps; none: nobody does, so that zaps cannot be bought. */
export const PURCHASE_WAYS = ['sandbox', 'stripe', 'none'] as const;
