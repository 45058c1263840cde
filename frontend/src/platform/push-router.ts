import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { dropFirstAnswers } from './first-answers';

export type PushHandler = (message: PushMessage, queryClient: QueryClient) => void;

/** Hands each message to every domain, which knows which of its reads it makes old. */
export const createPushRouter =
  (handlers: readonly PushHandler[]): PushHandler =>
  (message, queryClient) => {
    dropFirstAnswers();
    for (const handle of handlers) handle(message, queryClient);
  };
