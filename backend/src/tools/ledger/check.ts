// `ledger check FILE`: whether an export is as it was written, and the log still says the same. Ends with code 1 and the
// first line that is wrong. The server may run.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { checkExport } from '../../audit';
import type { AppConfig } from '../../platform/config/app-config';
import { say } from '../run-tool';
import { UsageError } from '../usage';
import { withStores } from '../with-stores';

export async function check(config: AppConfig, args: string[]): Promise<void> {
  const [file, ...more] = parseArgs({ args, allowPositionals: true }).positionals;
  if (file === undefined) throw new UsageError('Say which file.');
  if (more.length > 0) throw new UsageError(`Not understood: ${more.join(' ')}. A file is checked by itself.`);
  if ((await stat(file)).isDirectory()) throw new Error(`${file} is a folder, not a file.`);
  const { records, bad, scope } = await withStores(config, ({ events }) => checkExport(createReadStream(file), events));
  if (!bad) {
    say(`${file}: ${records} lines, each as the log has it.`);
    // Any filter makes a sound file, and so does any place: whoever is given one has to know what was asked for.
    return say(`${scope} When it was exported is only what the file says.`);
  }
  say(`${file}:${bad.line}: ${bad.reason}`);
  process.exitCode = 1;
}
