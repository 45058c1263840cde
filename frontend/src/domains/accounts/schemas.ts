export { installationSchema, userSchema } from '@storyreel/contracts';
