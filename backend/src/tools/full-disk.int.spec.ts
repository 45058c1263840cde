import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NodeStage } from '../testing/node-stage';
import { smallDisk, type SmallDisk } from '../testing/small-disk';
import { makeBackup } from './backup/make-backup';
import { explainFailure } from './run-tool';
import { writeWhole } from './output';

let source: NodeStage;
let disk: SmallDisk;
let target: string;
beforeAll(async () => {
  source = await NodeStage.open();
  const node = await source.node('source');
  await node.newUser();
  await node.idle();
  await node.close();
  disk = await smallDisk('no ffmpeg', 2);
  // When no file system can be mounted: a folder in which nobody may create files.
  target = disk.how === 'a file system' ? disk.folder : '/proc/self';
});
afterAll(async () => {
  await source.close();
  await disk.close();
});

const refusal = (work: Promise<unknown>): Promise<string> => work.then(() => 'It was written.', explainFailure);

it('a backup onto a disk that becomes full names the file, and leaves nothing of itself', async () => {
  const config = { databaseUrl: source.database.url, home: source.home };
  const options = { release: '0.0.0', now: new Date('2026-11-22T00:00:00Z'), report: () => undefined };
  const backup = join(target, 'backup');
  if (disk.how === 'a file system') disk.leave(24_576);
  expect(await refusal(makeBackup(config, backup, options))).toMatch(
    disk.how === 'a file system'
      ? /^There is no space left for .*backup\.part\/.*\. Make room, then begin again\.$/
      : /backup/,
  );
  if (disk.how !== 'a file system') return;
  expect(readdirSync(target)).toEqual([]);
  disk.free();
  await makeBackup(config, backup, options);
  expect(readdirSync(target)).toEqual(['backup']);
});

it('an export onto a disk that becomes full names its file, and leaves none', async () => {
  const file = join(target, 'export.jsonl');
  if (disk.how === 'a file system') disk.leave(8_192);
  const writing = writeWhole(file, new AbortController().signal, (part) =>
    Promise.resolve(void part.write('x'.repeat(1e6))),
  );
  expect(await refusal(writing)).toContain(disk.how === 'a file system' ? `There is no space left for ${file}.` : file);
  if (disk.how === 'a file system') expect(readdirSync(target)).not.toContainEqual(expect.stringContaining('export'));
});
