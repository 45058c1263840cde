import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { type StoresConfig, withStores } from '../with-stores';
import { exportEvents, grep, type Reading, show, stream, tail } from './commands';
import { Output } from './output';
import { UsageError } from '../usage';
import { readRequest, type Request, USAGE } from './request';

/** Where a command writes, and what ends it early. */
interface Surroundings {
  stdout: Writable;
  stderr: Writable;
  interrupted: AbortSignal;
}

/** Runs one command on the log of an installation. Answers with the exit code. @throws what keeps it from the log */
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
  const read = (target: Writable): Promise<boolean> => {
    const out = new Output(target, interrupted);
    return withStores(config, ({ events }) => perform({ events, out, note }, request), request);
  };
  if (request.command !== 'export' || request.out === null) return (await read(stdout)) ? 0 : 1;
  // What is exported is personal: nobody else's to read. And no earlier file is lost to it.
  const file = (await open(request.out, 'wx', 0o600)).createWriteStream();
  try {
    const found = await read(file);
    await finished(file.end());
    return found ? 0 : 1;
  } finally {
    file.destroy();
  }
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
