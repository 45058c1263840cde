import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import type { StoryFile } from '@storyreel/contracts';
import { createBulkhead, KeyedMutex } from '../../lib/concurrency';
import { DomainError } from '../../lib/domain-error';
import { forkLimited } from '../../lib/limited-process';
import type { StoryRequest } from './read-story';
import type { StoryAnswer } from './story-reader-process';

const PROGRAM = path.join(__dirname, `story-reader-process${path.extname(__filename)}`);
const MOST = {
  heapMb: 256,
  /** On Linux, memory outside the heap counts too; Node itself reserves up to a gigabyte of it. */
  dataKib: 2 * 1_024 * 1_024,
  cpuSeconds: 30,
  /** Elapsed time; on a busy machine it is many times the processor time. */
  timeMs: 120_000,
};
const BUSY = 'Many files are being read. Please try again in a few seconds.';
const NOT_READ = 'The file takes too long or too much memory to be read. Save it as plain text and try again.';

/**
 * Reads each file in a process of its own, with limits on memory and time and without the server's environment
 * variables, so that a crafted file can at most end that process.
 */
@Injectable()
export class StoryReader {
  private readonly log = new Logger(StoryReader.name);
  private readonly inTurn = createBulkhead({ atOnce: 2, waiting: 16 }, BUSY, 5);
  private readonly lines = new KeyedMutex();

  /**
   * Reads a story in a process of its own.
   * @throws DomainError bad_request with the reason, or unavailable when too many files wait
   */
  read(ownerId: string, request: StoryRequest): Promise<StoryFile> {
    return this.lines.run(ownerId, () =>
      this.inTurn(async () => {
        const answer = await converse(request, this.log);
        if (answer === null) throw new DomainError('bad_request', NOT_READ);
        if ('problem' in answer) throw new DomainError('bad_request', answer.problem);
        return answer.story;
      }),
    );
  }
}

/** Sends the request to a new process; returns null when the process ended without an answer. */
function converse(request: StoryRequest, log: Logger): Promise<StoryAnswer | null> {
  return new Promise((resolve, reject) => {
    const { heapMb, dataKib, cpuSeconds, timeMs: timeout } = MOST;
    const execArgv = [`--max-old-space-size=${heapMb}`];
    const child = forkLimited(PROGRAM, { dataKib, cpuSeconds, execArgv }, { timeout, env: {} });
    let answer: StoryAnswer | null = null;
    let words = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (words = `${words}${text}`.slice(-2_000)));
    child.on('message', (message: StoryAnswer) => (answer = message));
    child.once('error', reject);
    child.once('close', (code, killedBy) => {
      if (answer === null)
        log.warn(`Couldn't read a story's file: its process ended by ${killedBy ?? `code ${code}`}. ${words}`);
      resolve(answer);
    });
    // Sending to an ended process fails; the process's end event gives the reason.
    child.send(request, () => undefined);
  });
}
