// Replaces the installation's data with a backup: `node backend/dist/tools/restore.js DIR [--discard-newer]`.
import { parseArgs } from 'node:util';
import { waysToCall } from '../lib/tool-command';
import { runTool, say, UsageError } from './run-tool';

const USAGE = `${waysToCall('restore', [['DIR [--discard-newer]', 'replaces all data with a backup']])}
The server must be stopped. With --discard-newer, what happened since the backup is lost.
Exit codes: 0, 1 it failed, 2 not understood.`;

void runTool(USAGE, async (config, args) => {
  const { values, positionals } = parseArgs({
    args,
    options: { 'discard-newer': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder, ...more] = positionals;
  if (!folder || more.length > 0) throw new UsageError('Name the folder of a backup.');
  // Loaded late, since the module loads the whole application, which help and invalid arguments do not need.
  const { restoreBackup } = await import('./backup/restore-backup');
  const { createdAt, log } = await restoreBackup(config, folder, {
    discardNewer: values['discard-newer'],
    report: say,
  });
  say(`Restored the backup of ${createdAt} with ${log.events} events. The next start makes the views out of them.`);
});
