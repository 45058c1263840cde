import type { Writable } from 'node:stream';
import { Interrupted } from '../interruption';
import { Output } from '../output';
import { UsageError } from '../usage';
import { type StoresConfig, withStores } from '../with-stores';
import { writeWhole } from '../write-whole';
import { exportEvents, grep, type Reading, show, stream, tail } from './commands';
import { readRequest, type Request, USAGE } from './request';

/** Where a command writes, and what ends it early. */
interface Surroundings {
  stdout: Writable;
  stderr: Writable;
  interrupted: AbortSignal;
}

/**
 * Runs one command on the log of an installation. Answers with the exit code.
 * @throws Interrupted, or what keeps it from the log
 */
export async function runEvents(config: StoresConfig, argv: readonly string[], given: Surroundings): Promise<number> {
  const note = (text: string): void => void given.stderr.write(`${text}\n`);
  let request: Request;
  try {
    request = readRequest(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    note(`${error.message}\n${USAGE}`);
    return 2;
  }
  const { stdout, interrupted } = given;
  const read = async (target: Writable): Promise<boolean> => {
    const out = new Output(target, interrupted);
    const found = await withStores(config, ({ events }) => perform({ events, out, note }, request), request);
    // To follow has no other end.
    const follows = request.command === 'tail' && request.follow;
    if (interrupted.aborted && !follows) throw new Interrupted(interrupted, 'not all of the log was read.');
    return found;
  };
  const file = request.command === 'export' ? request.out : null;
  const found = file === null ? await read(stdout) : await writeWhole(file, interrupted, read);
  return found ? 0 : 1;
}

function perform(reading: Reading, request: Request): Promise<boolean> {
  switch (request.command) {
    case 'tail':
      return tail(reading, request);
    case 'stream':
      return stream(reading, request);
    case 'show':
      return show(reading, request);
    case 'grep':
      return grep(reading, request);
    case 'export':
      return exportEvents(reading, request);
  }
}
