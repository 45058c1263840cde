import { troubleOf } from '@storyreel/ffmpeg';

export type FilmProblemCode = 'unusable-input' | 'too-long' | 'empty' | 'disk-full' | 'render-failed';

/** The reason why a film cannot be made, with a message for users; `sceneId` is the scene that they can change. */
export class FilmProblem extends Error {
  constructor(
    readonly code: FilmProblemCode,
    message: string,
    readonly sceneId: string | null = null,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/**
 * Runs a step of the render and turns its failure into a FilmProblem with this step's message.
 * @throws FilmProblem; the signal's reason when aborted
 */
export async function asProblem<Made>(
  {
    code,
    message,
    sceneId,
    signal,
  }: {
    code: FilmProblemCode;
    message: string;
    sceneId: string | null;
    signal?: AbortSignal;
  },
  step: () => Promise<Made>,
): Promise<Made> {
  try {
    return await step();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof FilmProblem) throw error;
    if (troubleOf(error) === 'space')
      throw new FilmProblem('disk-full', 'The disk is full, so the film was not finished.', null, error);
    throw new FilmProblem(code, message, sceneId, error);
  }
}
