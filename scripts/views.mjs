// `npm run views`: builds every view (or those that are named) anew beside the live one and says what differs.
// `-- --switch` puts the new tables in the place of the live ones. The server may run meanwhile.
// Ends with code 1 when something differs and was not switched.
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { inRoot } from './lib/paths.mjs';
import { ensureBuilt, ensureInstalled } from './lib/prepare.mjs';

/** @typedef {{ view: string, rows: number, different: number, keys: string[], switched: boolean }} RebuildReport */

const { values, positionals } = parseArgs({
  options: { switch: { type: 'boolean', default: false } },
  allowPositionals: true,
});

/** @param {RebuildReport} report */
function say({ view, rows, different, keys, switched }) {
  const verdict = different === 0 ? 'as the live one' : `${different} differ: ${keys.join(', ')}`;
  console.log(`${view.padEnd(20)} ${String(rows).padStart(8)} rows, ${verdict}${switched ? '; switched' : ''}`);
}

requireNode();
await main(async () => {
  await ensureInstalled();
  await ensureBuilt('contracts');
  await ensureBuilt('backend');
  const require = createRequire(import.meta.url);
  const { readConfig } = require(inRoot('backend/dist/platform/config/app-config.js'));
  const { rebuildViews } = require(inRoot('backend/dist/tools/rebuild-views.js'));
  const config = readConfig(process.env, inRoot('.storyreel'), () => 'not needed here');
  let left = 0;
  await rebuildViews(config, positionals, {
    switchOver: values.switch,
    onReport: (/** @type {RebuildReport} */ report) => {
      say(report);
      if (!report.switched) left += report.different;
    },
  });
  if (left > 0) process.exitCode = 1;
});
