export {
  balanceSchema,
  budgetsSchema,
  checkoutSchema,
  estimateResponseSchema,
  projectCostsSchema,
  transactionSchema,
  usageEventSchema,
} from '@storyreel/contracts';
