import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { z } from 'zod';
import { shapeOf } from './contract-shapes';

type Route<Answer> = TypedPropertyDescriptor<(...args: never[]) => Answer>;

/** Says what a route answers when all is well: its status, and a shape to which the compiler holds it. */
export const Answers =
  <Schema extends z.ZodType>(schema: Schema, status = 200) =>
  <Answer extends z.output<Schema> | Promise<z.output<Schema>>>(
    target: object,
    name: string,
    route: Route<Answer>,
  ): void =>
    applyDecorators(HttpCode(status), Writes(schema, status))(target, name, route);

/** The same for a route that writes its answer itself. */
export const Writes = (schema: z.ZodType, status = 200): MethodDecorator =>
  ApiResponse({ status, description: 'Done.', schema: shapeOf(schema) });

/** For a route that writes something other than JSON. */
export const WritesFile = (contentType: string, status = 200): MethodDecorator =>
  applyDecorators(
    ApiProduces(contentType),
    ApiResponse({ status, description: 'Done.', schema: { type: 'string', format: 'binary' } }),
  );
