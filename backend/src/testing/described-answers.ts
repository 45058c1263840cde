import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import type { TestApp } from './app-harness';

interface Described {
  content?: Record<string, { schema: object }>;
}
export interface Answer {
  status: number;
  body: unknown;
  type: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export const readDescription = async (app: TestApp): Promise<OpenAPIObject> =>
  (await app.anonymous().get('/api/openapi.json').expect(200).expect('content-type', /json/)).body as OpenAPIObject;

/** Returns the described routes as 'METHOD /path/:param'. */
export const describedRoutes = ({ paths }: OpenAPIObject) =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      return operation ? [{ route, operation }] : [];
    }),
  );

/** Returns a function that checks a response against the API description: the mismatch in words, or null. */
export function answerChecker(description: OpenAPIObject): (route: string, answer: Answer) => string | null {
  const local = (value: unknown): object =>
    JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/')) as object;
  const $defs = local(description.components?.schemas ?? {});
  const operations = new Map(describedRoutes(description).map(({ route, operation }) => [route, operation]));
  return (route, { status, body, type }) => {
    const responses = operations.get(route)?.responses as Record<string, Described> | undefined;
    const response = responses?.[status] ?? (status >= 400 ? responses?.default : undefined);
    if (!response) return `${route} answers ${status}, which is not described`;
    const schema = response.content?.[type]?.schema;
    if (type !== 'application/json' || !schema) return null;
    const parsed = z
      .fromJSONSchema({ ...local(schema), $defs } as Parameters<typeof z.fromJSONSchema>[0])
      .safeParse(body);
    return parsed.success ? null : `${route} answers ${status} in another shape: ${z.prettifyError(parsed.error)}`;
  };
}
