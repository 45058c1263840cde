import { z } from 'zod';

const jobs = z.array(z.object({ id: z.string(), sceneId: z.string(), projectId: z.string(), status: z.string() }));

/**
 * What the server tells a user's windows: which views changed. No content, which the client asks for itself; only a reply
 * that is being written comes along, since its windows would have to ask again and again.
 */
export const pushMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('projectsChanged'), projectIds: z.array(z.string()), position: z.string() }),
  z.object({
    type: z.literal('scenesChanged'),
    projectId: z.string(),
    sceneIds: z.array(z.string()),
    position: z.string(),
  }),
  z.object({ type: z.literal('imageJobsChanged'), jobs, position: z.string() }),
  z.object({ type: z.literal('videoJobsChanged'), jobs, position: z.string() }),
  z.object({ type: z.literal('balanceChanged'), position: z.string() }),
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
]);
export type PushMessage = z.infer<typeof pushMessageSchema>;

/** The one socket.io event that carries push messages. */
export const PUSH_EVENT = 'push';
/** Asked by a client to measure a bare round trip; answered by acknowledgement. */
export const PING_EVENT = 'roundTrip';
/** Answer header of a command, and request header of a read that has to see it. */
export const POSITION_HEADER = 'x-storyreel-position';
