// Puts a backup in the place of what the installation has: `node backend/dist/tools/restore.js DIR [--discard-newer]`.
import { parseArgs } from 'node:util';
import { restoreBackup } from './backup/restore-backup';
import { runTool, say } from './run-tool';

void runTool(async (config) => {
  const { values, positionals } = parseArgs({
    options: { 'discard-newer': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder, ...more] = positionals;
  if (!folder || more.length > 0) throw new Error('Name the folder of a backup: restore DIR [--discard-newer]');
  const { createdAt, log } = await restoreBackup(config, folder, {
    discardNewer: values['discard-newer'],
    report: say,
  });
  say(`Restored the backup of ${createdAt} with ${log.events} events. The next start makes the views out of them.`);
});
