export { stuckRetryOutcomeSchema, stuckWorkSchema } from '@storyreel/contracts';
