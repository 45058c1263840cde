export { projectFieldsSchema, projectSchema, projectSummarySchema } from '@storyreel/contracts';
