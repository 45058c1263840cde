import { z } from 'zod';
import { batchProgressSchema } from '../generation/batch';

const job = z.object({ id: z.string(), sceneId: z.string(), projectId: z.string(), status: z.string() });
const jobs = z.array(job);
const films = z.array(job.extend({ sceneId: z.null() }));

/**
 * The events that made the change, each as `project@revision`: a window whose own save it was has the answer already.
 * Absent when they are too many to name.
 */
const at = z.array(z.string()).optional();

/**
 * What the server tells a user's windows: which views changed. No content, which the client asks for itself; only a text
 * that is being written comes along, and how far a batch is, since its windows would have to ask again and again.
 */
export const pushMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('projectsChanged'), projectIds: z.array(z.string()), at, position: z.string() }),
  z.object({
    type: z.literal('scenesChanged'),
    projectId: z.string(),
    sceneIds: z.array(z.string()),
    /** Only words of scenes changed. Whatever else changes the project's row as well, which `projectsChanged` then says. */
    texts: z.boolean().optional(),
    at,
    position: z.string(),
  }),
  z.object({ type: z.literal('imageJobsChanged'), jobs, position: z.string() }),
  z.object({ type: z.literal('videoJobsChanged'), jobs, position: z.string() }),
  z.object({ type: z.literal('speechJobsChanged'), jobs, position: z.string() }),
  /** Of whole projects: they begin, come further, end, go and come back. */
  z.object({ type: z.literal('filmsChanged'), jobs: films, position: z.string() }),
  /** A video of the project is shared, or no longer. */
  z.object({ type: z.literal('linksChanged'), projectId: z.string(), position: z.string() }),
  z.object({
    type: z.literal('batchesChanged'),
    /** As they are by the newest event; whose id is unknown has just been started. */
    batches: z.array(z.object({ id: z.string(), projectId: z.string(), progress: batchProgressSchema })),
    position: z.string(),
  }),
  z.object({ type: z.literal('balanceChanged'), position: z.string() }),
  /** Once a month for each budget: most of it is spent. */
  z.object({
    type: z.literal('budgetNeared'),
    /** Null for what is spent in all. */
    projectId: z.string().nullable(),
    monthlyZaps: z.number(),
    spentZaps: z.number(),
    position: z.string(),
  }),
  z.object({ type: z.literal('stylesChanged'), position: z.string() }),
  z.object({ type: z.literal('socialAccountsChanged'), position: z.string() }),
  z.object({ type: z.literal('postsChanged'), postIds: z.array(z.string()), position: z.string() }),
  z.object({ type: z.literal('templatesChanged'), position: z.string() }),
  z.object({ type: z.literal('chatChanged'), position: z.string() }),
  z.object({
    type: z.literal('chatReplyGrew'),
    messageId: z.string(),
    /** Where the text follows what is there: in UTF-16 code units, as strings are counted. */
    offset: z.int(),
    text: z.string(),
    position: z.string(),
  }),
  z.object({ type: z.literal('storyDraftChanged'), projectId: z.string(), position: z.string() }),
  z.object({
    type: z.literal('storyDraftGrew'),
    projectId: z.string(),
    draftId: z.string(),
    /** As of `chatReplyGrew`. */
    offset: z.int(),
    text: z.string(),
    position: z.string(),
  }),
  /** To developers: of nobody's events, and so without a place in the log. */
  z.object({ type: z.literal('stuckChanged') }),
]);
export type PushMessage = z.infer<typeof pushMessageSchema>;

/** The one socket.io event that carries push messages. */
export const PUSH_EVENT = 'push';
/**
 * Sent to a window that may have missed a push since the position that its handshake names as `since`: the one that its
 * page was read at, or an empty text for one that knows none.
 */
export const MISSED_EVENT = 'missed';
/** Asked by a client to measure a bare round trip; answered by acknowledgement. */
export const PING_EVENT = 'roundTrip';
/** Answer header of a command, and request header of a read that has to see it. */
export const POSITION_HEADER = 'x-storyreel-position';
