import { isDeepStrictEqual } from 'node:util';
import { READY_MADE_STYLES } from '@storyreel/contracts';
import type { ReadyMadeStyle, Style, StyleCategory } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../eventsourcing/commands/command-handler';
import type { NoData } from '../../eventsourcing/commands/command-handler';
import type { Aggregate, Environment } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import { notFound } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';

export interface StyleContent {
  name: string;
  description: string | null;
  imageUrl: string;
  prompt: string | null;
  category: StyleCategory;
  attributes: string | null;
}

export type StyleAdded = DomainEvent<'StyleAdded', StyleContent>;
export type StyleUpdated = DomainEvent<'StyleUpdated', StyleContent>;
export type StyleDeleted = DomainEvent<'StyleDeleted', Record<string, never>>;
/**
 * Holds the whole style, because the views no longer have it. `createdAt`: when the style was first added, ISO 8601.
 */
export type StyleRestored = DomainEvent<'StyleRestored', StyleContent & { createdAt: string }>;
export type StyleEvent = StyleAdded | StyleUpdated | StyleDeleted | StyleRestored;
export const STYLE_EVENT_TYPES: readonly StyleEvent['type'][] = [
  'StyleAdded',
  'StyleUpdated',
  'StyleDeleted',
  'StyleRestored',
];

export interface StyleState {
  status: 'none' | 'live' | 'deleted';
  ownerId: string | null;
  /** ISO 8601 */
  createdAt: string;
  updatedAt: string;
  content: StyleContent | null;
}

/** Stream `style-<id>`. */
export const styleAggregate: Aggregate<StyleState, StyleEvent> = {
  category: 'style',
  initial: { status: 'none', ownerId: null, createdAt: '', updatedAt: '', content: null },
  evolve: (state, event, metadata) => {
    const { at } = metadata;
    switch (event.type) {
      case 'StyleAdded':
        return { status: 'live', ownerId: metadata.ownerId, createdAt: at, updatedAt: at, content: event.data };
      case 'StyleUpdated':
        return { ...state, updatedAt: at, content: event.data };
      case 'StyleDeleted':
        return { ...state, status: 'deleted' };
      case 'StyleRestored':
        return { ...state, status: 'live', updatedAt: at };
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  },
};

/**
 * Presents a style from its own state.
 * @throws DomainError not_found for a deleted style
 */
export function presentStyle(id: string, { status, content, createdAt, updatedAt }: StyleState): Style {
  if (status !== 'live' || content === null) throw notFound();
  return { id, ...content, createdAt, updatedAt };
}

/** @throws DomainError 'not_found', both for a missing style and for another user's */
function ownedStyle(state: StyleState, environment: Environment): StyleContent {
  if (state.content === null || state.ownerId !== environment.ownerId) throw notFound();
  return state.content;
}

export class AddStyle extends AggregateCommand<StyleState, StyleContent> {}

/** The style id is derived from the command, so a repeated command finds the style already added. */
export function decideAddStyle({ data }: Pick<AddStyle, 'data'>, state: StyleState): StyleEvent[] {
  if (state.status !== 'none') return [];
  return [{ type: 'StyleAdded', data }];
}

export const AddStyleHandler = handlerFor(AddStyle, styleAggregate, decideAddStyle);

/** Undoes a deletion. Does nothing if the style exists. */
export class RestoreStyle extends AggregateCommand<StyleState, NoData> {}

export function decideRestoreStyle(_: unknown, state: StyleState, environment: Environment): StyleEvent[] {
  const content = ownedStyle(state, environment);
  if (state.status === 'live') return [];
  return [{ type: 'StyleRestored', data: { ...content, createdAt: state.createdAt } }];
}

export const RestoreStyleHandler = handlerFor(RestoreStyle, styleAggregate, decideRestoreStyle);

export class AddReadyMadeStyle extends AggregateCommand<StyleState, { key: ReadyMadeStyle }> {}

/**
 * Returns the id of a user's copy of a ready-made style. Every request yields the same id, so a user has each style
 * once.
 */
export const readyMadeStyleId = (ownerId: string, key: ReadyMadeStyle): string =>
  derivedId(ownerId, 'ready-made-style', key);

/** Adds a ready-made style. An existing one stays unchanged; a deleted one is restored as it was. */
export function decideAddReadyMadeStyle(
  { data: { key } }: Pick<AddReadyMadeStyle, 'data'>,
  state: StyleState,
  environment: Environment,
): StyleEvent[] {
  if (state.status !== 'none') return decideRestoreStyle(null, state, environment);
  const { name, picture: imageUrl, attributes } = READY_MADE_STYLES[key];
  const content = { name, imageUrl, attributes, description: null, prompt: null, category: 'Custom' as const };
  return decideAddStyle({ data: content }, state);
}

export const AddReadyMadeStyleHandler = handlerFor(AddReadyMadeStyle, styleAggregate, decideAddReadyMadeStyle);

export class UpdateStyle extends AggregateCommand<StyleState, StyleContent> {}

export function decideUpdateStyle(
  { data }: Pick<UpdateStyle, 'data'>,
  state: StyleState,
  environment: Environment,
): StyleEvent[] {
  const current = ownedStyle(state, environment);
  if (state.status === 'deleted') throw notFound();
  return isDeepStrictEqual(current, data) ? [] : [{ type: 'StyleUpdated', data }];
}

export const UpdateStyleHandler = handlerFor(UpdateStyle, styleAggregate, decideUpdateStyle);

export class DeleteStyle extends AggregateCommand<StyleState, NoData> {}

export function decideDeleteStyle(_: unknown, state: StyleState, environment: Environment): StyleEvent[] {
  ownedStyle(state, environment);
  if (state.status === 'deleted') throw notFound();
  return [{ type: 'StyleDeleted', data: {} }];
}

export const DeleteStyleHandler = handlerFor(DeleteStyle, styleAggregate, decideDeleteStyle);

/** Returns the attributes of a user's style; null without a style or for a deleted one. */
export async function attributesOfStyle(
  store: { load(aggregate: typeof styleAggregate, id: string): Promise<StyleState> },
  styleId: string | null,
  userId: string,
): Promise<string | null> {
  if (styleId === null) return null;
  const { status, ownerId, content } = await store.load(styleAggregate, styleId);
  return status === 'live' && ownerId === userId ? (content?.attributes ?? null) : null;
}
