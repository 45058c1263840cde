import { PLATFORM_PROFILES } from '@storyreel/contracts';
import type { HistoryEntry, SocialPlatform } from '@storyreel/contracts';
import { foldContextOf } from '../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { postAggregate } from '../domain/post';
import type { PostEvent, PostState } from '../domain/post';

const OUT = 'The post was published, which cannot be undone.';
const CHANGED = 'The post was changed since.';

/** Edits with shorter pauses than this between them count as one step. */
const MERGED_MS = 60_000;

type Post = NonNullable<HistoryEntry['post']>;
type Recorded = RecordedEvent<PostEvent>;

interface PostStep {
  event: Recorded;
  /** The post's plan before the event. */
  before: string | null;
  after: string | null;
}

/** Describes an event in words; null for mere progress, which the history leaves out. */
function wordsOf({ event, after }: PostStep, platform: SocialPlatform): string | null {
  const post = `a post for ${PLATFORM_PROFILES[platform].name}`;
  switch (event.type) {
    case 'PostCreated':
      return after === null ? `Drafted ${post}` : `Planned ${post}`;
    case 'PostEdited':
      return `Changed ${post}`;
    case 'PostRescheduled':
      return `Rescheduled ${post}`;
    case 'PostScheduleCancelled':
      return `Unscheduled ${post}`;
    case 'PostDeleted':
      return `Deleted ${post}`;
    case 'PostRestored':
      return `Restored ${post}`;
    case 'PostPublished':
      return `Published ${post}`;
    case 'PostFailed':
      return `Publishing ${post} failed: ${event.data.failure}`;
    case 'PostPublishUnknown':
      return `Whether ${post} was published is not known`;
    case 'PostMissed':
      return `Missed the scheduled time of ${post}`;
    default:
      return null;
  }
}

const PLANS: readonly PostEvent['type'][] = ['PostCreated', 'PostRescheduled', 'PostScheduleCancelled', 'PostRestored'];
const REMOVALS: readonly PostEvent['type'][] = ['PostDeleted', 'PostRestored'];

const newest = (steps: readonly PostStep[], types: readonly PostEvent['type'][]): PostStep | undefined =>
  steps.findLast(({ event }) => types.includes(event.type));

/** Returns the command that undoes a step, or the reason why there is none. */
function wayBack(
  step: PostStep,
  steps: readonly PostStep[],
  { phase, deleted }: PostState,
): { undo: Post['undo']; reason: string | null } {
  const is = (types: readonly PostEvent['type'][]): boolean => newest(steps, types) === step;
  const back = (undo: Post['undo'], isPossible: boolean) => ({ undo: isPossible ? undo : null, reason: CHANGED });
  const { type } = step.event;
  if (type === 'PostFailed' || type === 'PostMissed' || type === 'PostPublishUnknown')
    return { undo: null, reason: 'Nothing was changed by it.' };
  if (type === 'PostEdited') return { undo: null, reason: 'Change the post in Social instead.' };
  if (type === 'PostPublished' || phase === 'published') return { undo: null, reason: OUT };
  if (phase === 'requested' || phase === 'started') return { undo: null, reason: 'The post is being published.' };
  switch (type) {
    case 'PostDeleted':
      return back('restore', deleted && is(REMOVALS));
    case 'PostRestored':
      return back('delete', !deleted && is(REMOVALS));
    case 'PostCreated':
      return back('delete', !deleted);
    default:
      return back('plan', !deleted && is(PLANS));
  }
}

/** Folds events, with the post's plan before and after each of them. */
function folded(events: readonly Recorded[]): { steps: PostStep[]; state: PostState } {
  let state = postAggregate.initial;
  const steps: PostStep[] = [];
  for (const event of events) {
    const before = state.scheduledAt;
    state = postAggregate.evolve(state, event, foldContextOf(event));
    const last = steps.at(-1);
    const isMore =
      last?.event.type === 'PostEdited' &&
      event.type === 'PostEdited' &&
      Date.parse(event.metadata.at) - Date.parse(last.event.metadata.at) <= MERGED_MS;
    if (isMore) steps.pop();
    steps.push({ event, before, after: state.scheduledAt });
  }
  return { steps, state };
}

/** Presents the events of a post as steps of its project's history, oldest first. */
export function postSteps(id: string, events: readonly Recorded[]): HistoryEntry[] {
  const { steps, state } = folded(events);
  return steps.flatMap((step): HistoryEntry[] => {
    const what = wordsOf(step, state.platform);
    if (what === null) return [];
    const { event, before, after } = step;
    const { undo, reason } = wayBack(step, steps, state);
    const { at, actor } = event.metadata;
    const revision = event.revision.toString();
    return [
      {
        first: revision,
        revision,
        startedAt: at,
        at,
        by: actor.kind === 'user' ? 'you' : 'system',
        kind: 'posts',
        sceneId: state.sceneId,
        what,
        details: [],
        zaps: null,
        way: undo === null ? 'none' : 'undo',
        reason: undo === null ? reason : null,
        post: { id, before, after, undo },
      },
    ];
  });
}
