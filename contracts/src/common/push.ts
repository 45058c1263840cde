import { z } from 'zod';
import { dataArchiveSchema } from '../accounts/data-archive';
import { batchProgressSchema } from '../generation/batch';

const job = z.object({ id: z.string(), sceneId: z.string(), projectId: z.string(), status: z.string() });
const jobs = z.array(job);
const films = z.array(job.extend({ sceneId: z.null() }));

/**
 * The events of the change, each as `project@revision`. The window that made the change recognises them and need not
 * fetch again, since it already has the response. Absent when there are too many to list.
 */
const at = z.array(z.string()).optional();

/**
 * Push messages to a user's windows. They name the views that changed, and the client fetches the content itself. Only
 * a text that is being written and a batch's progress carry content, since fetching them would be too frequent.
 */
export const pushMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('projectsChanged'), projectIds: z.array(z.string()), at, position: z.string() }),
  z.object({
    type: z.literal('scenesChanged'),
    projectId: z.string(),
    sceneIds: z.array(z.string()),
    /**
     * True when only texts of scenes changed. Any other change also changes the project's row, which `projectsChanged`
     * reports.
     */
    texts: z.boolean().optional(),
    at,
    position: z.string(),
  }),
  z.object({ type: z.literal('imageJobsChanged'), jobs, position: z.string() }),
  z.object({ type: z.literal('videoJobsChanged'), jobs, position: z.string() }),
  z.object({ type: z.literal('speechJobsChanged'), jobs, position: z.string() }),
  /** Films of whole projects: started, progressed, ended, deleted or restored. */
  z.object({ type: z.literal('filmsChanged'), jobs: films, position: z.string() }),
  /** A video of the project is shared, or no longer shared. */
  z.object({ type: z.literal('linksChanged'), projectId: z.string(), position: z.string() }),
  z.object({
    type: z.literal('batchesChanged'),
    /** The batches as of the newest event; a batch with an unknown id has just been started. */
    batches: z.array(z.object({ id: z.string(), projectId: z.string(), progress: batchProgressSchema })),
    position: z.string(),
  }),
  z.object({ type: z.literal('balanceChanged'), position: z.string() }),
  /** Sent once a month for each budget, when most of it is spent. */
  z.object({
    type: z.literal('budgetNeared'),
    /** Null for the user's total budget. */
    projectId: z.string().nullable(),
    monthlyZaps: z.number(),
    spentZaps: z.number(),
    position: z.string(),
  }),
  z.object({ type: z.literal('stylesChanged'), position: z.string() }),
  z.object({ type: z.literal('castLibraryChanged'), position: z.string() }),
  z.object({ type: z.literal('socialAccountsChanged'), position: z.string() }),
  z.object({ type: z.literal('postsChanged'), postIds: z.array(z.string()), position: z.string() }),
  z.object({ type: z.literal('templatesChanged'), position: z.string() }),
  /** The archive of all data is being prepared, is ready, or could not be made. */
  z.object({ type: z.literal('archiveChanged'), state: dataArchiveSchema.shape.state, position: z.string() }),
  z.object({ type: z.literal('chatChanged'), position: z.string() }),
  z.object({
    type: z.literal('chatReplyGrew'),
    messageId: z.string(),
    /** The position at which to append the text, in UTF-16 code units, like the length of a string. */
    offset: z.int(),
    text: z.string(),
    position: z.string(),
  }),
  z.object({ type: z.literal('storyDraftChanged'), projectId: z.string(), position: z.string() }),
  z.object({
    type: z.literal('storyDraftGrew'),
    projectId: z.string(),
    draftId: z.string(),
    /** See `chatReplyGrew`. */
    offset: z.int(),
    text: z.string(),
    position: z.string(),
  }),
  /** Sent to developers only. No user's event causes it, so it has no position in the log. */
  z.object({ type: z.literal('stuckChanged') }),
]);
export type PushMessage = z.infer<typeof pushMessageSchema>;

/** The only socket.io event for push messages. */
export const PUSH_EVENT = 'push';
/**
 * Sent to a window that may have missed a push since the log position in its handshake's `since`: the position at which
 * its page was read, or an empty string when it has none.
 */
export const MISSED_EVENT = 'missed';
/** Sent by a client to measure the bare round-trip time; the server acknowledges it. */
export const PING_EVENT = 'roundTrip';
/**
 * Header with a position in the event log: in a command's response, and in the request of a read that must include the
 * command's effect.
 */
export const POSITION_HEADER = 'x-storyreel-position';
