import { spawn } from 'node:child_process';
import type { Trouble } from '@storyreel/ffmpeg';

const STDERR_TAIL = 500;
/** Words a minute at speed 1. */
const WORDS_PER_MINUTE = 160;
const TIMEOUT_MS = 60_000;
/** Twenty minutes of sound. */
const MOST_BYTES = 48 * 1024 * 1024;

/** Why espeak-ng did not speak; the message has its own words and is for a log. */
class EspeakFailure extends Error {
  constructor(
    message: string,
    /** 'killed' when it was neither we who killed it nor its own fault. */
    readonly trouble: Trouble | null,
  ) {
    super(`espeak-ng ${message}`);
  }
}

export interface Utterance {
  text: string;
  /** As espeak-ng calls it. */
  voice: string;
  /** 1 as it speaks by itself. */
  speed: number;
}
interface Limits {
  signal?: AbortSignal;
  timeoutMs?: number;
  mostBytes?: number;
}

/**
 * Lets espeak-ng speak, as a child that is killed when it takes too long, says too much or is not wanted any more. The
 * text goes to its standard input and is never an option.
 * @returns a WAV whose head does not know its size
 * @throws EspeakFailure with the end of its own words when it fails; the signal's reason when aborted
 */
export async function runEspeak(
  espeak: string,
  { text, voice, speed }: Utterance,
  { signal, timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES }: Limits = {},
): Promise<Buffer> {
  signal?.throwIfAborted();
  const pace = String(Math.round(WORDS_PER_MINUTE * speed));
  const child = spawn(espeak, ['-v', voice, '-s', pace, '-b', '1', '--stdin', '--stdout'], { stdio: 'pipe' });
  const problems: string[] = [];
  let trouble: Trouble | null = null;
  const kill = (why: string): void => {
    problems.push(why);
    child.kill('SIGKILL');
  };
  const onAbort = (): void => kill('was aborted');
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => kill(`took longer than ${timeoutMs} ms`), timeoutMs);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let tail = '';
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) kill(`sent more than ${mostBytes} bytes`);
    else chunks.push(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (words: string) => (tail = (tail + words).slice(-STDERR_TAIL)));
  // A child that ends early closes the pipe; its exit says why.
  child.stdin.on('error', () => undefined);
  // Double brackets would be taken for the names of sounds.
  child.stdin.end(text.replaceAll('[[', '[ ['));
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', (error) => reject(new Error(`espeak-ng did not start: ${error.message}`, { cause: error })));
      child.once('close', (code, killedBy) => {
        if (killedBy !== null && problems.length === 0) trouble = 'killed';
        if (code !== 0) problems.push(`ended with ${killedBy ?? `code ${code}`}: ${tail.trim() || 'no message'}`);
        resolve();
      });
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
  signal?.throwIfAborted();
  const [problem] = problems;
  if (problem !== undefined) throw new EspeakFailure(problem, trouble);
  return Buffer.concat(chunks);
}
