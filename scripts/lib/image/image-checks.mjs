import { TOOLS } from '../tools.mjs';

/**
 * A running image, or the folder that stands in for it.
 * @typedef {object} Installation
 * @property {string} url of its server
 * @property {string} files a folder in which tools may write, as the tools see it
 * @property {string} story a story in that folder, as the tools see it
 * @property {(args: string[]) => Promise<{ code: number, output: string }>} storyreel runs the executable beside the
 * server
 * @property {() => Promise<void>} stop stops the server
 * @property {(args: string[]) => Promise<{ code: number, output: string }>} alone runs the executable while no server
 * is running
 */

/** Short, so that its film takes seconds. */
export const STORY = 'Mara climbs the stairs of the lighthouse. The lamp is dark, and a ship is near.';

/** @typedef {{ name: string, check: (installation: Installation) => Promise<void> }} ImageCheck */

/**
 * @param {{ code: number, output: string }} ended
 * @param {RegExp} [says]
 * @param {number} [code]
 * @throws Error when the program ended otherwise
 */
function expectEnd(ended, says = /^/, code = 0) {
  const { output } = ended;
  if (ended.code !== code)
    throw new Error(`ended with code ${ended.code} instead of ${code}:\n${output.slice(-2_000)}`);
  if (!says.test(output)) throw new Error(`does not say ${says}:\n${output.slice(-2_000)}`);
  if (/Cannot find (module|package)|npm run/.test(output))
    throw new Error(`names something that the image does not have:\n${output}`);
}

/** @param {Installation} installation @param {string} path */
async function get({ url }, path) {
  const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(30_000) });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}: ${text.slice(0, 500)}`);
  return text;
}

/** @param {string} line @param {RegExp} [says] @param {number} [code] @returns {ImageCheck} */
const tool = (line, says, code) => ({
  name: `storyreel ${line}`,
  check: async ({ storyreel }) => expectEnd(await storyreel(line === '' ? [] : line.split(' ')), says, code),
});

/**
 * Returns the checks of a running image in order; the last two stop its server.
 * @returns {ImageCheck[]}
 */
export const imageChecks = () => [
  {
    name: 'the server is ready',
    check: async (installation) => {
      const { status } = JSON.parse(await get(installation, '/api/ready'));
      if (status !== 'ok') throw new Error(`/api/ready says ${status}`);
    },
  },
  {
    name: 'the server serves the front end, and the description of its API',
    check: async (installation) => {
      if (!(await get(installation, '/')).includes('<html')) throw new Error('/ is not a page');
      JSON.parse(await get(installation, '/api/openapi.json'));
    },
  },
  tool('--help', /storyreel TOOL/),
  tool('', /Name a tool/, 2),
  tool('lamp', /There is no tool 'lamp'/, 2),
  ...Object.keys(TOOLS).map((name) => tool(`${name} --help`, new RegExp(`^Usage: storyreel ${name}`))),
  {
    name: 'storyreel make STORY --out ZIP',
    check: async ({ storyreel, story, files }) =>
      expectEnd(
        await storyreel(['make', story, '--out', `${files}/story.zip`, '--scenes', '1']),
        /Wrote \S+story\.mp4/,
      ),
  },
  tool('roles list', /Nobody has a role/),
  tool('roles grant nobody@example.com finance', /No account has the e-mail address/, 1),
  tool('processes', /Nothing is stuck/),
  tool('views', /scene_list .*as the live one/),
  tool('events tail --last 5', /project-/),
  tool(`events catalogue`, /^# /),
  tool('events lamp', /There is no command 'lamp'\.\nUsage: storyreel events COMMAND/, 2),
  tool('ledger verify'),
  tool('replay --last 3'),
  {
    name: 'storyreel ledger export --out FILE, and check FILE',
    check: async ({ storyreel, files }) => {
      const out = `${files}/ledger.csv`;
      expectEnd(await storyreel(['ledger', 'export', '--out', out]), /`storyreel ledger check /);
      expectEnd(await storyreel(['ledger', 'check', out]));
    },
  },
  {
    name: 'storyreel backup FOLDER',
    check: async ({ storyreel, files }) => expectEnd(await storyreel(['backup', `${files}/backup`]), /is complete/),
  },
  {
    name: 'storyreel restore FOLDER, with the server stopped',
    check: async (installation) => {
      await installation.stop();
      expectEnd(await installation.alone(['restore', `${installation.files}/backup`]), /Restored the backup/);
    },
  },
];
