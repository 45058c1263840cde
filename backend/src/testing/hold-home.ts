import { lockDataDir } from '../infra/data-dir/data-dir-lock';

/** Takes the lock on a folder, reports it, and runs until the process is killed. */
async function main(): Promise<void> {
  await lockDataDir(process.argv[2] ?? '', () => undefined);
  process.send?.('held');
}

void main();
