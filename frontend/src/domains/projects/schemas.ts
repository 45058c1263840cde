export { projectSchema, projectSummarySchema } from '@storyreel/contracts';
