/** Why a signal was aborted, always as an Error. */
export const abortReason = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new DOMException('The operation was aborted.', 'AbortError');
