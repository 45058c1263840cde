import { providerCheckSchema, providerInfoSchema } from '@storyreel/contracts';

export { installationSchema, userSchema } from '@storyreel/contracts';
export const providerListSchema = providerInfoSchema.array();
export const providerChecksSchema = providerCheckSchema.array();
