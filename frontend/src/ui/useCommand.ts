import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { tellError, toast } from './toast-store';
import type { ToastOptions } from './toast-store';

export interface Command<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  /** Puts the answer into the cache, or refetches. The command is pending until the returned promise has settled. */
  onDone?: (queryClient: QueryClient, answer: Answer, input: Input) => unknown;
  /** Toast about a success; a string is its title. */
  success?: string | ((answer: Answer, input: Input, queryClient: QueryClient) => ToastOptions);
  /**
   * Toast about a failure: its title, which the reason follows, or title and words for failures that a retry may fix;
   * a function reports the failure itself. Without it, the caller shows `error`.
   */
  failure?: string | readonly [title: string, words: string] | Report<Input>;
  /** Refetches after a success and after a failure: perhaps only the answer was lost. */
  refresh?: (queryClient: QueryClient, input: Input) => unknown;
}
type Report<Input> = (error: Error, input: Input, queryClient: QueryClient) => unknown;

/** A user's command: a request with its toasts and the queries that it changes. */
export function useCommand<Input = void, Answer = unknown>(command: Command<Input, Answer>) {
  const { run, onDone, success, failure, refresh } = command;
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => run(input),
    onSuccess: (answer, input) => {
      const work = onDone?.(queryClient, answer, input);
      if (success) toast(typeof success === 'string' ? { title: success } : success(answer, input, queryClient));
      return work;
    },
    onError: (error, input) => {
      if (typeof failure === 'function') return failure(error, input, queryClient);
      if (typeof failure === 'string') tellError(failure, error);
      else if (failure) tellError(failure[0], error, failure[1]);
    },
    onSettled: (_answer, _error, input) => refresh?.(queryClient, input),
  });
}
