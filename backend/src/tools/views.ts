// Builds views anew beside the live ones and reports differences: `node backend/dist/tools/views.js [NAME …]
// [--switch]`. With the server stopped, `--reset-log` deletes all views, so that the installation can start on another
// log; otherwise the server may run. Ends with code 1 when something differs and was not switched.
import { parseArgs } from 'node:util';
import { waysToCall } from '../lib/tool-command';
import { Output } from './output';
import { runTool, say, UsageError } from './run-tool';

const WAYS = waysToCall('views', [
  ['[NAME …] [--switch]', 'builds views beside the live ones, and says what differs'],
  ['--reset-log', 'deletes all views so that they can be rebuilt from another log; the server must be stopped'],
]);
const USAGE = `${WAYS}
Without a NAME all views are built. With --switch the new table replaces the live one. The server may run
meanwhile. Exit codes: 0, 1 something differs or failed, 2 not understood.`;

void runTool(USAGE, async (config, args) => {
  const { values, positionals } = parseArgs({
    args,
    options: { switch: { type: 'boolean', default: false }, 'reset-log': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (values['reset-log']) {
    if (values.switch || positionals.length > 0)
      throw new UsageError('--reset-log cannot be combined with other arguments.');
    const { resetLog } = await import('./reset-log');
    await resetLog(config);
    return say('Views, jobs and snapshots are forgotten. The next start makes them from the log that it finds.');
  }
  // Loaded late, since the module loads the whole application, which help and invalid arguments do not need.
  const { rebuildViews } = await import('./rebuild-views');
  const out = new Output(process.stdout);
  await rebuildViews(config, positionals, {
    switchOver: values.switch,
    onReport: ({ view, rows, different, keys, switched }) => {
      if (!switched && different > 0) process.exitCode = 1;
      const verdict = different === 0 ? 'as the live one' : `${different} differ: ${keys.join(', ')}`;
      const line = `${view.padEnd(20)} ${String(rows).padStart(8)} rows, ${verdict}${switched ? '; switched' : ''}`;
      return out.line(line);
    },
    // A requested switch is completed even if the reader closes the pipe.
    ended: values.switch ? undefined : out.ended,
  });
});
