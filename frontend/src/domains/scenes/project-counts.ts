import { isBlank, isPrompted, type Scene } from '@storyreel/contracts';

/** Whether other words of a scene change what its project counts: for its dots, and for its next step. */
export const countsDiffer = (before: Scene, after: Scene): boolean =>
  isBlank(before.description) !== isBlank(after.description) || isPrompted(before) !== isPrompted(after);
