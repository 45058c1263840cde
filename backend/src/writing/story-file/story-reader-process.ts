import { setPriority } from 'node:os';
import type { StoryFile } from '@storyreel/contracts';
import { UnusableStory } from './decode-text';
import { readStory, type StoryRequest } from './read-story';

/** Answer of the process; `problem` is a sentence for people about a file that cannot be used. */
export type StoryAnswer = { story: StoryFile } | { problem: string };

// This file is the main module of a process that reads one file and exits.
process.once('message', (request: StoryRequest) => {
  setPriority(5);
  void readStory(request)
    .then((story): StoryAnswer => ({ story }))
    .catch((error: unknown): StoryAnswer => {
      if (error instanceof UnusableStory) return { problem: error.message };
      throw error;
    })
    .then(
      (answer) => process.send?.(answer, () => process.disconnect()),
      (error: unknown) => {
        process.exitCode = 1;
        console.error(error);
        process.disconnect();
      },
    );
});
// pdf.js leaves promise rejections about damaged parts of a file unhandled; the result of the call itself shows whether
// the file is usable.
process.on('unhandledRejection', (error) => console.error(error));
