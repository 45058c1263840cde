import type { ZodType } from 'zod';
import type * as schemas from './schemas';

/**
 * Loads the schemas separately, because they bring zod with them and the first page does not need them: its data is
 * inlined and was validated by the server. Later reads wait for the network anyway, and load the schemas at the same
 * time.
 */
type Schemas = typeof schemas;
type Name = keyof Schemas;
type AnswerOf<N extends Name> = Schemas[N] extends ZodType<infer T> ? T : never;

let here: Schemas | null = null;
const load = async (): Promise<Schemas> => (here = await import('./schemas'));

/** Returns a loader of the named schema for `apiRequest` and its variants. */
export const lazySchema =
  <N extends Name>(name: N) =>
  async (): Promise<ZodType<AnswerOf<N>>> =>
    (await load())[name] as unknown as ZodType<AnswerOf<N>>;

/** Returns a loader of the schema of a list. */
export const lazyList =
  <N extends Name>(name: N) =>
  async (): Promise<ZodType<AnswerOf<N>[]>> =>
    (await lazySchema(name)()).array();

/** Returns the schema without waiting; null until `expectSchemas` or a read has loaded it. */
export const schemaWhenHere = <N extends Name>(name: N): Schemas[N] | null => here?.[name] ?? null;

/** Starts to load the schemas. If that fails, the next `lazySchema` call retries and reports the error. */
export function expectSchemas(): void {
  if (here === null) load().catch(() => undefined);
}
