import { spawn } from 'node:child_process';
import { limitedCommand, type ProcessLimits, type Trouble } from '@storyreel/ffmpeg';

const STDERR_TAIL = 500;
const LIMITS: ProcessLimits = { seconds: 60, memoryMb: 768, fileMb: 64 };
/** Maximum output: twenty minutes of sound. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A program's failure to speak; the message quotes its output and is for the log. */
class SpeakerFailure extends Error {
  constructor(
    message: string,
    /** 'killed' when the process was ended by a signal that we did not send. */
    readonly trouble: Trouble | null,
  ) {
    super(message);
  }
}

/** Environment variables that a child needs to start and to find its data; no secrets. */
const environment = (): NodeJS.ProcessEnv => {
  const { SystemRoot, ESPEAK_DATA_PATH } = process.env;
  return { PATH: '/usr/bin:/bin', SystemRoot, ESPEAK_DATA_PATH };
};

/** A program that reads a text from standard input and writes a WAV to standard output. */
export interface Speaker {
  /** Name shown to users. */
  name: string;
  file: string;
  args: string[];
  /** Limit of data memory in megabytes, for programs that need more than the default. */
  memoryMb?: number;
}
export interface Limits {
  signal?: AbortSignal;
  timeoutMs?: number;
  mostBytes?: number;
}

/**
 * Runs a program that speaks as a child process, killed on timeout, on too much output and on abort. The text goes to
 * its standard input, never into its arguments. The child gets only the environment variables that it needs to start.
 * @returns the child's output; the header of a WAV may lack its size
 * @throws SpeakerFailure with the end of the child's standard error; the signal's reason when aborted
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
  // A child that ends early closes the pipe; its exit code and output explain why.
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
