import type { ZodType } from 'zod';
import type * as schemas from './schemas';

/**
 * Schemas bring zod with them, which the first page has no use for: what it shows comes with it, and was checked by the
 * server. The rest waits for the network anyway, and fetches them meanwhile.
 */
type Schemas = typeof schemas;
type Name = keyof Schemas;
type AnswerOf<N extends Name> = Schemas[N] extends ZodType<infer T> ? T : never;

let here: Schemas | null = null;
const load = async (): Promise<Schemas> => (here = await import('./schemas'));

/** What `apiRequest` and its kin read an answer with, by name. */
export const lazySchema =
  <N extends Name>(name: N) =>
  async (): Promise<ZodType<AnswerOf<N>>> =>
    (await load())[name] as unknown as ZodType<AnswerOf<N>>;

/** The same for a list of it. */
export const lazyList =
  <N extends Name>(name: N) =>
  async (): Promise<ZodType<AnswerOf<N>[]>> =>
    (await lazySchema(name)()).array();

/** For those who cannot wait: null until the schemas have come, which `expectSchemas` asks for. */
export const schemaWhenHere = <N extends Name>(name: N): Schemas[N] | null => here?.[name] ?? null;

/** Begins to fetch the schemas. If they do not come, whoever needs one next asks again, and tells. */
export function expectSchemas(): void {
  if (here === null) load().catch(() => undefined);
}
