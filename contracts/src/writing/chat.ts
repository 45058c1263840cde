import { z } from 'zod';
import { idempotencyKeySchema, idSchema, storable } from '../common/fields';
import { LIMITS } from '../common/limits';
import { pageQuerySchema } from '../common/answers';
import { utf8Bytes } from '../common/text';

export const CHAT_ROLES = ['user', 'assistant'] as const;
/**
 * pending: nothing of the reply is there yet. writing: it grows. stopped: by its user, with what was written until then.
 * A user's own message is complete.
 */
export const CHAT_STATUSES = ['pending', 'writing', 'complete', 'failed', 'stopped'] as const;
export const chatStatusSchema = z.enum(CHAT_STATUSES);
export type ChatStatus = z.infer<typeof chatStatusSchema>;

export const chatMessageSchema = z.object({
  id: idSchema,
  role: z.enum(CHAT_ROLES),
  /** Of the assistant: Markdown, in which a link to `scene:<id>` means a scene of the project. */
  content: z.string(),
  createdAt: z.string(),
  projectId: idSchema.nullable(),
  status: chatStatusSchema,
  /** Why a reply failed, for people; null unless it did. */
  error: z.string().nullable(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** A question takes no more room than this, in whatever script. */
const question = storable
  .trim()
  .min(1, 'must not be empty')
  .refine((value) => utf8Bytes(value) <= LIMITS.chatMessageBytes, `must be at most ${LIMITS.chatMessageBytes} bytes`);

export const postChatRequestSchema = z.object({
  role: z.literal('user'),
  content: question,
  /** null: a chat of no project. */
  projectId: idSchema.nullable().default(null),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type PostChatRequest = z.input<typeof postChatRequestSchema>;

/** The message as it was posted, and the id of the reply that is under way. */
export const postChatResponseSchema = chatMessageSchema.extend({ replyId: idSchema });
export type PostChatResponse = z.infer<typeof postChatResponseSchema>;

/** Without `projectId`: the chat of no project. */
const ofChat = z.object({ projectId: idSchema.optional() });
/** Pages go back in time: the first one ends with the newest message, and each is in the order of the chat. */
export const chatListQuerySchema = pageQuerySchema.extend(ofChat.shape);
export const clearChatQuerySchema = ofChat;
export const clearChatResponseSchema = z.object({ deletedCount: z.int() });
