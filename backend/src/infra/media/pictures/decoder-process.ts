import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Trouble } from '@storyreel/ffmpeg';
import { TemporaryDomainError } from '../../../lib/domain-error';
import { forkLimited } from '../../../lib/limited-process';
import type { DecodeAnswer, DecodeRequest, DecoderMessage, DecoderTask } from './decode-picture';
import { problemInHeader } from './picture-header';

const RETRY_AFTER_SECONDS = 5;

/**
 * The decoder could not be started, or ended without an answer: by its limits of memory or time, or by a crash. That
 * proves nothing about the image, so its owner is asked to try again.
 */
export class DecoderFailed extends TemporaryDomainError {
  /** Marks the failure as worth a retry for larger work that needs the image. */
  readonly trouble: Trouble = 'killed';

  /** @param detail cause of the failure, for the log */
  constructor(
    readonly detail: string,
    override readonly cause?: unknown,
  ) {
    super('unavailable', "The image couldn't be checked right now. Please try again.", RETRY_AFTER_SECONDS);
  }
}

interface DecoderLimits {
  /** Memory for the image, beside the process's own. Limited on Linux only. */
  memoryMb: number;
  /** Wall-clock time, including the start of the process. */
  timeMs: number;
}

/** An image of the largest size takes 200 MB at four bytes a pixel, and some decoders keep several copies of it. */
const LIMITS: DecoderLimits = { memoryMb: 900, timeMs: 30_000 };
const PROGRAM = path.join(__dirname, `decode-picture${path.extname(__filename)}`);
/** Signals of a decoder that crashed on malformed bytes. A decoder over its limits ends by other signals. */
const ASTRAY: readonly (NodeJS.Signals | null)[] = ['SIGSEGV', 'SIGBUS', 'SIGFPE'];
/** Characters of the process's error output that are kept for the log. */
const LAST_WORDS = 2_000;

/** Result of a process. */
interface Run {
  /** Memory before the image came; null when the process ended earlier. */
  ownKib: number | null;
  answer: DecodeAnswer | null;
  code: number | null;
  killedBy: NodeJS.Signals | null;
  words: string;
}

/**
 * Decodes each image in a process of its own, with limits on memory and time and without the server's environment
 * variables: damage by a crafted file ends with that process, and its memory returns to the system.
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
    const problem = problemInHeader(request.bytes, request.maxPixels);
    if (problem !== null) return { problem };
    const limitKib = process.platform === 'linux' ? (await this.measured()) + this.limits.memoryMb * 1_024 : null;
    const run = await converse(() => this.start(limitKib, signal), request, signal);
    if (run.answer) return run.answer;
    if (run.ownKib !== null && ASTRAY.includes(run.killedBy)) return { problem: 'unreadable' };
    // Measure again: the next process may need more memory than this one got.
    if (run.ownKib === null) this.ownKib = null;
    throw failure(run, limitKib);
  }

  /**
   * Measures once, without an image, how much memory a process takes by itself. A fixed figure would not do: from
   * version 24 on, Node reserves 512 MB for compiled code, and as much again for a thread that compiles TypeScript.
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
    // The canvas's allocator would otherwise reserve a gigabyte at its start, which counts against the limit.
    const env = { MIMALLOC_ARENA_EAGER_COMMIT: '0' };
    return forkLimited(this.program, { dataKib: limitKib }, { signal, timeout: this.limits.timeMs, env });
  }
}

/** Starts a process, sends it the image once it has loaded, and waits for its end. */
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
        // Sending to an ended process fails; its exit code gives the reason.
        child.send({ request } satisfies DecoderTask, () => undefined);
      }
    });
    child.once('error', (error) => (signal?.aborted ? reject(error) : notStarted(error)));
    // Resolve at the process's end, not at its answer: otherwise the next process would run beside it.
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
