import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { errorBodySchema } from '@storyreel/contracts';
import { cleanupOpenApiDoc } from 'nestjs-zod';
import { OPEN_ROUTE } from '../../sessions/session.guard';
import { allShapes, shapeOf } from './answers.decorator';

type Operation = OpenAPIObject['paths'][string]['get'] & { [OPEN_ROUTE]?: boolean };

const ABOUT =
  'A read includes the earlier writes of its session. An id that belongs to somebody else is answered like one ' +
  'that does not exist. Calls that change something are accepted from our own pages and from programs, not from other sites.';

/** One sentence on what a route does, and the part of the product that the route belongs to. */
export interface RouteNames {
  summaryOf: (route: string, operationId: string | undefined) => string;
  tagOf: (path: string) => string;
}

/** Describes every route of the application: requests from the DTOs, responses from the contracts. */
export function describeApi(app: INestApplication, sessionCookie: string, names: RouteNames): OpenAPIObject {
  const about = new DocumentBuilder()
    .setTitle('Storyreel')
    .setDescription(ABOUT)
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addCookieAuth(sessionCookie, { type: 'apiKey', in: 'cookie' }, 'session')
    .addSecurityRequirements('session')
    .build();
  const description = cleanupOpenApiDoc(SwaggerModule.createDocument(app, about));
  const tags = new Set<string>();
  for (const [address, path] of Object.entries(description.paths)) {
    const tag = names.tagOf(address);
    tags.add(tag);
    for (const [method, operation] of Object.entries(path) as [string, Operation][]) {
      complete(operation);
      const summary = names.summaryOf(`${method.toUpperCase()} ${address}`, operation.operationId);
      Object.assign(operation, { summary, tags: [tag] });
    }
  }
  description.tags = [...tags].sort().map((name) => ({ name }));
  Object.assign((description.components ??= {}).schemas ?? {}, allShapes());
  return description;
}

function complete(operation: Operation): void {
  if (operation[OPEN_ROUTE]) operation.security = [];
  delete operation[OPEN_ROUTE];
  const content = { 'application/json': { schema: shapeOf(errorBodySchema) } };
  operation.responses.default = { description: 'Refused, or failed.', content };
}
