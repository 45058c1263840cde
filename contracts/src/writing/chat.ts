import { z } from 'zod';
import { idempotencyKeySchema, idSchema, storable } from '../common/fields';
import { LIMITS } from '../common/limits';
import { pageQuerySchema } from '../common/answers';
import { utf8Bytes } from '../common/text';

export const CHAT_ROLES = ['user', 'assistant'] as const;
/**
 * pending: the reply is still empty. writing: the reply is being streamed. stopped: the user stopped the reply, and its
 * text so far is kept. A user's own message is always complete.
 */
export const CHAT_STATUSES = ['pending', 'writing', 'complete', 'failed', 'stopped'] as const;
export const chatStatusSchema = z.enum(CHAT_STATUSES);
export type ChatStatus = z.infer<typeof chatStatusSchema>;

export const chatMessageSchema = z.object({
  id: idSchema,
  role: z.enum(CHAT_ROLES),
  /** In a reply of the assistant, Markdown; a link to `scene:<id>` refers to a scene of the project. */
  content: z.string(),
  createdAt: z.string(),
  projectId: idSchema.nullable(),
  status: chatStatusSchema,
  /** Reason of a failed reply, for users; otherwise null. */
  error: z.string().nullable(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** The limit counts UTF-8 bytes, whatever the script. */
const question = storable
  .trim()
  .min(1, 'must not be empty')
  .refine((value) => utf8Bytes(value) <= LIMITS.chatMessageBytes, `must be at most ${LIMITS.chatMessageBytes} bytes`);

export const postChatRequestSchema = z.object({
  role: z.literal('user'),
  content: question,
  /** null stands for the chat without a project. */
  projectId: idSchema.nullable().default(null),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type PostChatRequest = z.input<typeof postChatRequestSchema>;

/** The posted message, and the id of the reply that is being written. */
export const postChatResponseSchema = chatMessageSchema.extend({ replyId: idSchema });
export type PostChatResponse = z.infer<typeof postChatResponseSchema>;

/** Without `projectId`, the chat without a project is meant. */
const ofChat = z.object({ projectId: idSchema.optional() });
/**
 * Pages go back in time: the first page ends with the newest message. Within a page, messages are in chronological
 * order.
 */
export const chatListQuerySchema = pageQuerySchema.extend(ofChat.shape);
export const clearChatQuerySchema = ofChat;
export const clearChatResponseSchema = z.object({ deletedCount: z.int() });
