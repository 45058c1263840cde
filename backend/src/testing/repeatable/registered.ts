import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { COMMAND_HANDLER_METADATA } from '@nestjs/cqrs/dist/decorators/constants';
import { JobWorker } from '../../eventsourcing/reactors/reactor';

type Provider = Type<unknown> | { provide: unknown };

const classesOf = (modules: readonly Type<unknown>[]): Type<unknown>[] =>
  modules
    .flatMap((module) => (Reflect.getMetadata('providers', module) ?? []) as Provider[])
    .filter((provider): provider is Type<unknown> => typeof provider === 'function');

/** Returns the class names of the commands that the modules handle. */
export function commandsOf(modules: readonly Type<unknown>[]): string[] {
  return classesOf(modules).flatMap((handler) => {
    const command = Reflect.getMetadata(COMMAND_HANDLER_METADATA, handler) as { id: string } | undefined;
    return command === undefined ? [] : [handler.name.replace(/Handler$/, '')];
  });
}

/** Returns the class names of the modules' job workers. */
export const jobWorkersOf = (modules: readonly Type<unknown>[]): string[] =>
  classesOf(modules)
    .filter((worker) => Reflect.hasMetadata(JobWorker.KEY, worker))
    .map(({ name }) => name);
