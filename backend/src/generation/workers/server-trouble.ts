import { type Trouble, troubleOf } from '@storyreel/ffmpeg';

/** Attempts, each later than the one before: a disk is emptied within minutes, and what is killed again and again stays so. */
const TROUBLE_ATTEMPTS: Record<Trouble, number> = { space: 12, killed: 5 };

/** For people, who learn what they can do and nothing of programs and folders. */
const WORDS: Record<Trouble, string> = {
  space:
    'The server has no space left to make this. Nothing was charged. Please tell whoever runs it, and try again later.',
  killed:
    'The server had to end this before it was done, most likely for want of memory. Nothing was charged. Please try again later.',
};

/**
 * What becomes of an attempt that failed since the server lacked something: another one later, or an end with a reason.
 * Null when it failed for another reason.
 */
export function afterTrouble(error: unknown, attempt: number): 'again' | { failed: string } | null {
  const trouble = troubleOf(error);
  if (trouble === null) return null;
  return attempt < TROUBLE_ATTEMPTS[trouble] ? 'again' : { failed: WORDS[trouble] };
}
