import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { DomainEvent, RecordedEvent } from '../domain/domain-event';

export type ColumnType =
  'text' | 'uuid' | 'integer' | 'bigint' | 'double precision' | 'boolean' | 'jsonb' | 'timestamptz';

export interface Column {
  type: ColumnType;
  nullable?: boolean;
  /** Name of the column; defaults to the property's name in snake case. */
  name?: string;
}

/**
 * A view: a pure fold of events into rows, one per key. Its table is `views.<name>_v<version>`. `Event` is the union of
 * the events that it folds.
 */
export interface View<Row extends object, Event extends DomainEvent = DomainEvent> {
  name: string;
  /** Before a new version serves, it is built from the log in a separate table. */
  version: number;
  columns: { [Property in keyof Row & string]: Column };
  key: keyof Row & string;
  /** Lists of properties that are indexed together. */
  indexes?: (keyof Row & string)[][];
  types: readonly Event['type'][];
  /** Returns the keys of the rows that an event touches. */
  keys(event: RecordedEvent<Event>): string[];
  /**
   * Returns the row after the event; null when the row does not exist then. Folding the same event twice must give the
   * same row.
   */
  evolve(row: Row | null, event: RecordedEvent<Event>, key: string): Row | null;
  /** True if a poison event stops this view, visibly, instead of parking the row's events. For ledgers. */
  stopOnPoison?: boolean;
  /** True if the new row depends on the event alone, so that the old row is not loaded. */
  ignoresRow?: boolean;
  /** Rows of finished work, which retention may delete. */
  finished?: FinishedRows<keyof Row & string>;
}

/**
 * Rows of finished work: those whose property `status` has one of these values. Their age is counted from the time in
 * the property `since`, a text in ISO 8601.
 */
export interface FinishedRows<Property extends string = string> {
  statuses: readonly string[];
  since: Property;
}

/** A view without its static types, for the runner, which only passes rows between a view's table and its fold. */
export interface AnyView {
  name: string;
  version: number;
  columns: Record<string, Column>;
  key: string;
  indexes?: string[][];
  types: readonly string[];
  keys(event: RecordedEvent): string[];
  evolve(row: object | null, event: RecordedEvent, key: string): object | null;
  stopOnPoison?: boolean;
  ignoresRow?: boolean;
  finished?: FinishedRows;
}

/** All views of the application. */
export const ALL_VIEWS = Symbol('AllViews');

export const VIEWS_SCHEMA = 'views';
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const columnName = (view: Pick<AnyView, 'columns'>, property: string): string =>
  view.columns[property]?.name ?? snakeCase(property);
export const tableName = (view: Pick<AnyView, 'name' | 'version'>): string => `${view.name}_v${view.version}`;

const entities = new WeakMap<object, EntitySchema>();

/** Returns the TypeORM entity through which /api queries a view; always the same entity for a view. */
export function entityOf<Row extends object, Event extends DomainEvent>(view: View<Row, Event>): EntitySchema<Row>;
export function entityOf(view: AnyView): EntitySchema;
export function entityOf(view: AnyView): EntitySchema {
  const known = entities.get(view);
  if (known) return known;
  const entity = describe(view);
  entities.set(view, entity);
  return entity;
}

function describe(view: AnyView): EntitySchema {
  const columns: Record<string, EntitySchemaColumnOptions> = {};
  for (const [property, column] of Object.entries(view.columns)) {
    columns[property] = {
      name: column.name ?? snakeCase(property),
      type: column.type,
      nullable: column.nullable ?? false,
      primary: property === view.key,
    };
  }
  return new EntitySchema({
    name: tableName(view),
    tableName: tableName(view),
    schema: VIEWS_SCHEMA,
    synchronize: false,
    columns: columns,
  });
}
