import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiProduces, ApiResponse } from '@nestjs/swagger';
import * as contracts from '@storyreel/contracts';
import { z } from 'zod';

/** Request bodies and queries are described by the DTOs that validate them, so their schemas are left out. */
const REQUEST = /(Request|Query)Schema$/;
const SHAPE = /^(.)(.*)Schema$/;
const addressOf = (name: string): string => `#/components/schemas/${name}`;

/** Schemas exported by the contracts package, under their names there: projectSchema is 'Project'. */
const shapes = z.registry<{ id: string }>();
for (const [exported, value] of Object.entries(contracts)) {
  const [, first, rest] = SHAPE.exec(exported) ?? [];
  if (!first || REQUEST.test(exported) || !(value instanceof z.ZodType)) continue;
  shapes.add(value, { id: `${first.toUpperCase()}${rest}` });
}

export type Shape = { $ref: string } | { type: 'array'; items: Shape };

/** Returns a reference to a contract schema in the API description, or to a list of that schema. */
export function shapeOf(schema: z.ZodType): Shape {
  if (schema instanceof z.ZodArray) return { type: 'array', items: shapeOf(schema.element as z.ZodType) };
  const id = shapes.get(schema)?.id;
  if (id === undefined)
    throw new Error('The response of a route must be one of the schemas that the contracts export.');
  return { $ref: addressOf(id) };
}

/** Returns all shapes by name, as JSON Schema. */
export function allShapes(): Record<string, object> {
  const { schemas } = z.toJSONSchema(shapes, { io: 'output', uri: addressOf });
  const bare = Object.entries(schemas).map(([name, { $schema: _s, $id: _i, ...shape }]) => [name, shape]);
  return Object.fromEntries(bare) as Record<string, object>;
}

type Route<Answer> = TypedPropertyDescriptor<(...args: never[]) => Answer>;

/** Declares a route's success response: its status, and a shape that the compiler enforces. */
export const Answers =
  <Schema extends z.ZodType>(schema: Schema, status = 200) =>
  <Answer extends z.output<Schema> | Promise<z.output<Schema>>>(
    target: object,
    name: string,
    route: Route<Answer>,
  ): void =>
    applyDecorators(HttpCode(status), Writes(schema, status))(target, name, route);

/** Declares a JSON success response, like `Answers`, for a route that writes its response itself. */
export const Writes = (schema: z.ZodType, status = 200): MethodDecorator =>
  ApiResponse({ status, description: 'Done.', schema: shapeOf(schema) });

/** Declares the response of a route that writes something other than JSON. */
export const WritesFile = (contentType: string, status = 200): MethodDecorator =>
  applyDecorators(
    ApiProduces(contentType),
    ApiResponse({ status, description: 'Done.', schema: { type: 'string', format: 'binary' } }),
  );
