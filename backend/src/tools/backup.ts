// Backs the configured installation up into a new folder: `node backend/dist/tools/backup.js DIR`.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { waysToCall } from '../lib/tool-command';
import { runTool, say, UsageError } from './run-tool';

const release = (JSON.parse(readFileSync(resolve(__dirname, '../../package.json'), 'utf8')) as { version: string })
  .version;

const USAGE = `${waysToCall('backup', [['DIR', 'copies events, accounts and media into a new folder and checks them']])}
The server may run meanwhile. Exit codes: 0, 1 files are missing or it failed, 2 not understood.`;

void runTool(USAGE, async (config, [folder, ...more]) => {
  if (!folder || folder.startsWith('-') || more.length > 0) throw new UsageError('Name one new folder.');
  // Loaded late, since the module loads the whole application, which help and invalid arguments do not need.
  const { makeBackup } = await import('./backup/make-backup');
  const { log, media } = await makeBackup(config, folder, { release, now: new Date(), report: say });
  const { damaged } = media;
  say(`The backup in ${folder} is complete: ${log.events} events, ${media.files} files.`);
  if (damaged.length === 0) return;
  process.exitCode = 1;
  say(`Missing or damaged in the installation, and so in this backup (${damaged.length}):`);
  for (const blob of damaged) say(`  ${blob}`);
});
