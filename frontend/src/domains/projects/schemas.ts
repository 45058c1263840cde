export { projectSchema } from '@storyreel/contracts';
