export {
  balanceSchema,
  estimateResponseSchema,
  projectCostsSchema,
  transactionSchema,
  usageEventSchema,
} from '@storyreel/contracts';
