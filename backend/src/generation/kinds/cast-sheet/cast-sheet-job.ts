import { castMembers, sheetProblem } from '@storyreel/contracts';
import type { CastMember } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError, notFound } from '../../../lib/domain-error';
import { JobKind, ownProject, projectAggregate, repeated } from '../../../projects/storyboard';
import type { CastSheetAsked, ImagesMade, JobPrice, ProjectEvent, ProjectState } from '../../../projects/storyboard';
import type { RequestData } from '../../domain/job-steps';

/** Generates images of a cast member from several sides, which are added to the member's other images. */
export const castSheets = new JobKind<CastSheetAsked, ImagesMade>('castSheet');

/** Data of a request. The ids of the images are missing, since the decision assigns them. */
export type CastSheetData = RequestData & JobPrice & Omit<CastSheetAsked, 'slotIds'>;

export class QueueCastSheet extends AggregateCommand<ProjectState, CastSheetData> {}

/** Returns the member if a sheet of it can be drawn. @throws DomainError not_found, already_in_progress, conflict */
export function memberToDraw({ fields }: ProjectState, memberId: string): CastMember {
  const member = castMembers(fields).find(({ id }) => id === memberId);
  if (!member) throw notFound();
  const problem = sheetProblem(member);
  if (problem !== null)
    throw new DomainError(member.sheet?.error === null ? 'already_in_progress' : 'conflict', problem);
  return member;
}

export function decideQueueCastSheet(
  { data }: Pick<QueueCastSheet, 'data'>,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  if (repeated(ownProject(state, env).jobs, data)) return [];
  memberToDraw(state, data.memberId);
  const slotIds = data.views.map(() => env.nextId());
  return [castSheets.queued({ ...data, slotIds, sceneId: null })];
}

export const QueueCastSheetHandler = handlerFor(QueueCastSheet, projectAggregate, decideQueueCastSheet);
