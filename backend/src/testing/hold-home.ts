import { lockDataDir } from '../infra/data-dir/data-dir-lock';

/** A process that takes the lock on a folder, says so, and lives until it is killed. */
async function main(): Promise<void> {
  await lockDataDir(process.argv[2] ?? '', () => undefined);
  process.send?.('held');
}

void main();
