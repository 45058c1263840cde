// Builds views anew beside the live ones and says what differs: `node backend/dist/tools/views.js [NAME …] [--switch]`.
// `--reset-log`, with the server stopped, forgets them all, for another log.
// The server may run meanwhile. Ends with code 1 when something differs and was not switched.
import { parseArgs } from 'node:util';
import { rebuildViews } from './rebuild-views';
import { resetLog } from './reset-log';
import { runTool, say } from './run-tool';

void runTool(async (config) => {
  const { values, positionals } = parseArgs({
    options: { switch: { type: 'boolean', default: false }, 'reset-log': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (values['reset-log']) {
    await resetLog(config);
    return say('Views, jobs and snapshots are forgotten. The next start makes them from the log that it finds.');
  }
  await rebuildViews(config, positionals, {
    switchOver: values.switch,
    onReport: ({ view, rows, different, keys, switched }) => {
      const verdict = different === 0 ? 'as the live one' : `${different} differ: ${keys.join(', ')}`;
      say(`${view.padEnd(20)} ${String(rows).padStart(8)} rows, ${verdict}${switched ? '; switched' : ''}`);
      if (!switched && different > 0) process.exitCode = 1;
    },
  });
});
