import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { NodeStage } from '../testing/node-stage';
import { smallFileSystem } from '../testing/small-disk';
import { TEST_SECRET } from '../testing/test-database';

const TOOLS = resolve(__dirname, '../../dist/tools');
/** Bytes of a block, the unit of `ulimit -f`. */
const BLOCK = 512;

let source: NodeStage;
beforeAll(async () => {
  source = await NodeStage.open();
  const node = await source.node('source');
  await node.newUser();
  await node.idle();
  await node.close();
});
afterAll(() => source.close());

/** Runs a built tool that cannot let a file grow beyond `bytes`. */
function runTool(args: readonly string[], bytes: number | null = null): { status: number | null; said: string } {
  const [name, ...rest] = args;
  const limit = bytes === null ? 'unlimited' : String(bytes / BLOCK);
  const command = ['-c', `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath, join(TOOLS, `${name}.js`), ...rest];
  const { PATH, HOME } = process.env;
  const { home, database } = source;
  const env = { PATH, HOME, STORYREEL_HOME: home, DATABASE_URL: database.url, SESSION_SECRET: TEST_SECRET };
  const { status, stderr } = spawnSync('sh', command, { env, encoding: 'utf8' });
  return { status, said: stderr };
}

const TOOLS_THAT_WRITE = [
  { tool: 'backup', space: 24_576, writing: (target: string) => ['backup', target] },
  {
    tool: 'ledger export',
    space: 0,
    writing: (target: string) => ['ledger', 'export', '--format', 'jsonl', '--out', target],
  },
];

/** A place without space for the files that a tool writes. */
interface FullPlace {
  folder: string;
  /** Maximum size of a file that the system allows; null on a file system that is really full. */
  limit: number | null;
  says: RegExp;
  free(): void;
  close(): Promise<void> | void;
}

function limitedPlace(): FullPlace {
  const folder = mkdtempSync(join(tmpdir(), 'storyreel-tools-'));
  const says = /^The system's limit on file sizes ended (\S+)\. Raise it \(ulimit -f\), then begin again\.$/m;
  return { folder, limit: 0, says, free: () => undefined, close: () => rmSync(folder, { recursive: true }) };
}

/** Returns a full file system, or a limit on the size of files where nothing can be mounted. */
async function fullPlace(space: number): Promise<FullPlace> {
  const disk = await smallFileSystem(2);
  if (!disk) return limitedPlace();
  disk.leave(space);
  return { ...disk, limit: null, says: /^There is no space left for (\S+)\. Make room, then begin again\.$/m };
}

describe.each(TOOLS_THAT_WRITE)('$tool', ({ space, writing }) => {
  it.each([
    ['a limit on file sizes', limitedPlace],
    ['a full disk', () => fullPlace(space)],
  ])('names the file that %s ended, leaves nothing of it, and succeeds once there is space', async (_, open) => {
    const place = await open();
    try {
      const target = join(place.folder, 'target');
      const ended = runTool(writing(target), place.limit);
      expect(ended).toEqual({ status: 1, said: expect.stringMatching(place.says) });
      expect(place.says.exec(ended.said)?.[1]).toContain(target);
      expect(readdirSync(place.folder)).toEqual([]);
      place.free();
      expect(runTool(writing(target)).status).toBe(0);
      expect(readdirSync(place.folder)).toEqual(['target']);
    } finally {
      await place.close();
    }
  });
});
