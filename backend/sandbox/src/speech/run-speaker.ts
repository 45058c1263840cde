import { spawn } from 'node:child_process';
import { limitedCommand, type ProcessLimits, type Trouble } from '@storyreel/ffmpeg';

const STDERR_TAIL = 500;
const LIMITS: ProcessLimits = { seconds: 60, memoryMb: 768, fileMb: 64 };
/** Twenty minutes of sound. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Why a program did not speak; the message has its own words and is for a log. */
class SpeakerFailure extends Error {
  constructor(
    message: string,
    /** 'killed' when it was neither we who killed it nor its own fault. */
    readonly trouble: Trouble | null,
  ) {
    super(message);
  }
}

/** What a child needs to start and to find its own data, and nothing that is secret. */
const environment = (): NodeJS.ProcessEnv => {
  const { SystemRoot, ESPEAK_DATA_PATH } = process.env;
  return { PATH: '/usr/bin:/bin', SystemRoot, ESPEAK_DATA_PATH };
};

/** A program that reads a text from its standard input and writes what it makes of it, a WAV, to its standard output. */
export interface Speaker {
  /** For people. */
  name: string;
  file: string;
  args: string[];
  /** Of data, when it needs more than others. */
  memoryMb?: number;
}
export interface Limits {
  signal?: AbortSignal;
  timeoutMs?: number;
  mostBytes?: number;
}

/**
 * Lets a program speak, as a child that is killed when it takes too long, says too much or is not wanted any more. The
 * text goes to its standard input and is never an option. It has nothing of our environment.
 * @returns what it wrote; the head of a WAV may not know its size
 * @throws SpeakerFailure with the end of its own words when it fails; the signal's reason when aborted
 */
export async function runSpeaker(
  { name, file, args, memoryMb = LIMITS.memoryMb }: Speaker,
  text: string,
  { signal, timeoutMs = LIMITS.seconds * 1000, mostBytes = MOST_BYTES }: Limits = {},
): Promise<Buffer> {
  signal?.throwIfAborted();
  const command = limitedCommand(file, args, { ...LIMITS, memoryMb });
  const child = spawn(command.file, command.args, { stdio: 'pipe', env: environment() });
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
  child.stdin.end(text);
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', (error) => reject(new Error(`${name} did not start: ${error.message}`, { cause: error })));
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
  if (problem !== undefined) throw new SpeakerFailure(`${name} ${problem}`, trouble);
  return Buffer.concat(chunks);
}
