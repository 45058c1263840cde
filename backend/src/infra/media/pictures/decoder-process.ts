import { fork } from 'node:child_process';
import type { ChildProcess, ForkOptions } from 'node:child_process';
import path from 'node:path';
import type { Trouble } from '@storyreel/ffmpeg';
import { TemporaryDomainError } from '../../../lib/domain-error';
import type { DecodeAnswer, DecodeRequest, DecoderMessage, DecoderTask } from './decode-picture';

const RETRY_AFTER_SECONDS = 5;

/**
 * The decoder could not be started, or ended without an answer: by its limits of memory or time, or by a crash. That says
 * nothing about the picture, so its owner is asked to try again.
 */
export class DecoderFailed extends TemporaryDomainError {
  /** Whoever decodes a picture for something larger may try it again later. */
  readonly trouble: Trouble = 'killed';

  /** @param detail what happened, for the log */
  constructor(
    readonly detail: string,
    override readonly cause?: unknown,
  ) {
    super('unavailable', "The image couldn't be checked right now. Please try again.", RETRY_AFTER_SECONDS);
  }
}

interface DecoderLimits {
  /** What a picture may take, beside what the process takes before it comes. Only Linux has this limit. */
  memoryMb: number;
  /** By the clock, the start of the process included. */
  timeMs: number;
}

/** A picture of the largest size takes 200 MB at four bytes a pixel, and some decoders keep several copies of it. */
const LIMITS: DecoderLimits = { memoryMb: 900, timeMs: 30_000 };
const PROGRAM = path.join(__dirname, `decode-picture${path.extname(__filename)}`);
/** The end of a decoder that went astray in the bytes of a picture. Its limits end it by other signals. */
const ASTRAY: readonly (NodeJS.Signals | null)[] = ['SIGSEGV', 'SIGBUS', 'SIGFPE'];
/** How much of its error output is kept for the log. Characters. */
const LAST_WORDS = 2_000;

/** How a process went. */
interface Run {
  /** What it took before its picture came; null when it ended earlier. */
  ownKib: number | null;
  answer: DecodeAnswer | null;
  code: number | null;
  killedBy: NodeJS.Signals | null;
  words: string;
}

/**
 * Decodes each picture in a process of its own, with limits on its memory and its time and without our environment:
 * whatever a crafted file does to the decoder ends with that process, and its memory goes back to the system.
 */
export class DecoderProcess {
  private readonly limits: DecoderLimits;
  private ownKib: Promise<number> | null = null;

  constructor(
    limits: Partial<DecoderLimits> = {},
    private readonly program = PROGRAM,
  ) {
    this.limits = { ...LIMITS, ...limits };
  }

  /** @throws the signal's reason; DecoderFailed when no process could be started, or it ended without an answer */
  async decode(request: DecodeRequest, signal?: AbortSignal): Promise<DecodeAnswer> {
    const limitKib = process.platform === 'linux' ? (await this.measured()) + this.limits.memoryMb * 1_024 : null;
    const run = await converse(() => this.start(limitKib, signal), request, signal);
    if (run.answer) return run.answer;
    if (run.ownKib !== null && ASTRAY.includes(run.killedBy)) return { problem: 'unreadable' };
    // The next one may need more than this one was given.
    if (run.ownKib === null) this.ownKib = null;
    throw failure(run, limitKib);
  }

  /**
   * What a process takes before its picture comes, measured once with one that gets none. A fixed sum would not do: from
   * version 24 on, Node sets aside 512 MB for compiled code, and as much again for a thread that compiles TypeScript.
   */
  private measured(): Promise<number> {
    this.ownKib ??= this.measure().catch((error: unknown) => {
      this.ownKib = null;
      throw error;
    });
    return this.ownKib;
  }

  private async measure(): Promise<number> {
    const run = await converse(() => this.start(null), null);
    if (run.ownKib === null) throw failure(run, null);
    return run.ownKib;
  }

  private start(limitKib: number | null, signal?: AbortSignal): ChildProcess {
    const options: ForkOptions = {
      signal,
      timeout: this.limits.timeMs,
      killSignal: 'SIGKILL',
      serialization: 'advanced',
      // The canvas's allocator would take a gigabyte at its start, which the limit counts.
      env: { MIMALLOC_ARENA_EAGER_COMMIT: '0' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    };
    // The sources are TypeScript under a test runner or a watcher; the process then needs the loader too.
    const execArgv = this.program.endsWith('.ts') ? ['--require', require.resolve('tsx/cjs')] : [];
    if (limitKib === null) return fork(this.program, { ...options, execPath: process.execPath, execArgv });
    const limited = ['-c', `ulimit -d ${limitKib} && exec "$0" "$@"`, process.execPath, ...execArgv];
    return fork(this.program, { ...options, execPath: '/bin/sh', execArgv: limited });
  }
}

/** Starts a process, gives it the picture as soon as it has loaded, and waits for its end. */
function converse(start: () => ChildProcess, request: DecodeRequest | null, signal?: AbortSignal): Promise<Run> {
  return new Promise((resolve, reject) => {
    const notStarted = (error: unknown) => reject(new DecoderFailed('No picture decoder could be started.', error));
    let child: ChildProcess;
    try {
      child = start();
    } catch (error) {
      notStarted(error);
      return;
    }
    const run: Run = { ownKib: null, answer: null, code: null, killedBy: null, words: '' };
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      run.words = `${run.words}${text}`.slice(-LAST_WORDS);
    });
    child.on('message', (message: DecoderMessage) => {
      if ('answer' in message) run.answer = message.answer;
      else {
        run.ownKib = message.ownKib;
        // A process that is gone cannot be written to; its exit tells why.
        child.send({ request } satisfies DecoderTask, () => undefined);
      }
    });
    child.once('error', (error) => (signal?.aborted ? reject(error) : notStarted(error)));
    // Its turn ends with its process, not with its answer: those of the next would run beside it.
    child.once('close', (code, killedBy) => resolve({ ...run, code, killedBy }));
  });
}

function failure({ ownKib, code, killedBy, words }: Run, limitKib: number | null): DecoderFailed {
  const when = ownKib === null ? 'before its picture came' : 'with its picture';
  const most = limitKib === null ? '' : `, with at most ${limitKib} KiB of memory`;
  return new DecoderFailed(
    `The picture decoder ended ${when} by ${killedBy ?? `code ${code}`}${most}. ${words}`.trim(),
  );
}
