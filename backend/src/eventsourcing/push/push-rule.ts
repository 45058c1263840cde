import type { PushMessage } from '@storyreel/contracts';
import type { DomainEvent, RecordedEvent } from '../domain/domain-event';
import { readable } from '../domain/upcast';

type WithoutPosition<M> = M extends { position: string } ? Omit<M, 'position'> : never;
type PushDraft = WithoutPosition<PushMessage>;

/**
 * Maps an event to a message about changed views, for the event's owner. The hub adds the position, and sends the
 * message once the views have passed it.
 */
export interface PushRule<Event extends DomainEvent = DomainEvent> {
  types: readonly Event['type'][];
  draft(event: RecordedEvent<Event>): PushDraft | null;
}

/** Types of messages without ids, so that sending one twice adds nothing. */
const WITHOUT_IDS = new Set<PushDraft['type']>([
  'balanceChanged',
  'stylesChanged',
  'castLibraryChanged',
  'socialAccountsChanged',
  'templatesChanged',
  'chatChanged',
]);

const unique = (ids: string[]): string[] => [...new Set(ids)];

/**
 * Maximum number of events listed in one message. If there are more, the message lists none, and a window then reloads
 * the data.
 */
const NAMED = 32;
interface Named {
  at?: string[] | undefined;
}
const both = (a: Named, b: Named): Named => {
  const at = a.at && b.at && unique([...a.at, ...b.at]);
  return { at: at && at.length <= NAMED ? at : undefined };
};

type Growth = Extract<PushDraft, { type: 'chatReplyGrew' }>;
const follows = (a: Growth, b: Growth): boolean => a.messageId === b.messageId && a.offset + a.text.length === b.offset;

/** Merges two messages; returns null when they are about different things. */
function merge(a: PushDraft, b: PushDraft): PushDraft | null {
  if (a.type === 'projectsChanged' && b.type === 'projectsChanged') {
    return { ...a, projectIds: unique([...a.projectIds, ...b.projectIds]), ...both(a, b) };
  }
  if (a.type === 'scenesChanged' && b.type === 'scenesChanged' && a.projectId === b.projectId) {
    const texts = a.texts && b.texts;
    return { ...a, sceneIds: unique([...a.sceneIds, ...b.sceneIds]), texts, ...both(a, b) };
  }
  if (
    (a.type === 'imageJobsChanged' && b.type === 'imageJobsChanged') ||
    (a.type === 'videoJobsChanged' && b.type === 'videoJobsChanged') ||
    (a.type === 'speechJobsChanged' && b.type === 'speechJobsChanged')
  ) {
    return { ...a, jobs: [...new Map([...a.jobs, ...b.jobs].map((job) => [job.id, job])).values()] };
  }
  if (a.type === 'filmsChanged' && b.type === 'filmsChanged') {
    return { ...a, jobs: [...new Map([...a.jobs, ...b.jobs].map((film) => [film.id, film])).values()] };
  }
  if (a.type === 'batchesChanged' && b.type === 'batchesChanged') {
    return { ...a, batches: [...new Map([...a.batches, ...b.batches].map((batch) => [batch.id, batch])).values()] };
  }
  if (a.type === 'postsChanged' && b.type === 'postsChanged') {
    return { ...a, postIds: unique([...a.postIds, ...b.postIds]) };
  }
  if (a.type === 'archiveChanged' && b.type === 'archiveChanged') return b;
  if (a.type === b.type && WITHOUT_IDS.has(a.type)) return a;
  if (a.type === 'chatReplyGrew' && b.type === 'chatReplyGrew' && follows(a, b)) return { ...a, text: a.text + b.text };
  return null;
}

/**
 * Maps a batch of events to as few messages per user as possible.
 * @param onRefused called for an event on which a rule throws; all other events are still mapped
 */
export function mergeDrafts(
  rules: readonly PushRule[],
  events: RecordedEvent[],
  onRefused: (error: unknown, event: RecordedEvent) => void,
): Map<string, PushDraft[]> {
  const draftOf = (rule: PushRule, event: RecordedEvent): PushDraft | null => {
    try {
      return rule.types.includes(event.type) ? rule.draft(readable(event)) : null;
    } catch (error) {
      onRefused(error, event);
      return null;
    }
  };
  const byUser = new Map<string, PushDraft[]>();
  for (const event of events) {
    for (const rule of rules) {
      const draft = draftOf(rule, event);
      if (!draft) continue;
      const drafts = byUser.get(event.metadata.ownerId) ?? [];
      const index = drafts.findIndex((other) => merge(other, draft) !== null);
      const merged = drafts[index] && merge(drafts[index], draft);
      if (merged) drafts[index] = merged;
      else drafts.push(draft);
      byUser.set(event.metadata.ownerId, drafts);
    }
  }
  return byUser;
}
