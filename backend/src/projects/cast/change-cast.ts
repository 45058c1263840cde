import { castMembers, CastRefusal, changedCast } from '@storyreel/contracts';
import type { CastFields, DecidedCastChange } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../eventsourcing/commands/command-handler';
import { changesOf } from '../../eventsourcing/domain/aggregate';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import { DomainError } from '../../lib/domain-error';
import { canonicalJson } from '../../lib/hash';
import { findDone, liveScenes, ownProject, projectAggregate } from '../storyboard';
import type { ProjectEvent, ProjectState } from '../storyboard';

export class ChangeCast extends AggregateCommand<ProjectState, DecidedCastChange> {}

/** @throws DomainError bad_request, conflict, limit_reached, not_found */
function fieldsAfter(state: ProjectState, change: DecidedCastChange): ReturnType<typeof changedCast> {
  const used = new Set(liveScenes(state).flatMap(({ cast }) => cast ?? []));
  try {
    return changedCast(state.fields, change, used);
  } catch (error) {
    if (error instanceof CastRefusal) throw new DomainError(error.code, error.message);
    throw error;
  }
}

/** Gives scenes that a renamed character speaks the new name of their speaker. */
function renamedSpeakers(state: ProjectState, change: DecidedCastChange): ProjectEvent[] {
  if (change.action !== 'edit' || change.name === undefined) return [];
  const speaker = change.name.trim();
  const before = castMembers(state.fields).find(({ id }) => id === change.memberId);
  if (before?.kind !== 'character' || speaker === before.name) return [];
  return liveScenes(state)
    .filter((scene) => scene.speaker === before.name)
    .map(({ id: sceneId }) => ({ type: 'SceneEdited', data: { sceneId, changes: { speaker } } }));
}

export function decideChangeCast({ data, context }: ChangeCast, state: ProjectState, env: Environment): ProjectEvent[] {
  const { fields } = ownProject(state, env);
  if (findDone(state, context)) return [];
  const { memberId, fields: wanted } = fieldsAfter(state, data);
  const changes = changesOf<CastFields>(fields, wanted);
  if (!changes) return [];
  const keys = Object.keys(changes) as (keyof CastFields)[];
  const before: CastFields = Object.fromEntries(keys.map((key) => [key, fields[key]]));
  return [
    ...renamedSpeakers(state, data),
    { type: 'CastChanged', data: { action: data.action, memberId, changes, before } },
  ];
}

export const ChangeCastHandler = handlerFor(ChangeCast, projectAggregate, decideChangeCast);

/** Undoes the change of the cast with this revision, which must be the newest. */
export class RestoreCast extends AggregateCommand<ProjectState, { revision: string }> {}

/** @throws DomainError conflict when the cast or its texts have changed since */
export function decideRestoreCast(
  { data: { revision } }: RestoreCast,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const { fields, earlierCast } = ownProject(state, env);
  const isNewest =
    earlierCast?.revision === revision &&
    Object.entries(earlierCast.now).every(
      ([key, value]) => canonicalJson(value) === canonicalJson(fields[key as keyof CastFields]),
    );
  if (!earlierCast || !isNewest) throw new DomainError('conflict', 'The cast was changed since.');
  return [{ type: 'CastRestored', data: { memberId: earlierCast.memberId, changes: earlierCast.before } }];
}

export const RestoreCastHandler = handlerFor(RestoreCast, projectAggregate, decideRestoreCast);
