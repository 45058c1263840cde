/** What is wrong: with the wish, with the caller, with a name that nobody knows, or with the folder. */
export type ProblemKind = 'invalid-input' | 'aborted' | 'unknown-prediction' | 'no-output' | 'unwritable';

/** What was asked for can't be made here, now or later. Its message is for people. */
export class CannotMake extends Error {}

/** Its message is for people. */
export class SandboxProblem extends Error {
  override readonly name = 'SandboxProblem';

  constructor(
    readonly kind: ProblemKind,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}
