import type { Environment } from '../platform/domain/aggregate';
import { notFound } from '../platform/domain/domain-error';
import type { StyleContent, StyleState } from './style';

/** @throws DomainError 'not_found' for what is not there and what belongs to somebody else alike */
export function ownedStyle(state: StyleState, environment: Environment): StyleContent {
  if (state.content === null || state.ownerId !== environment.ownerId) throw notFound();
  return state.content;
}
