import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';
import { StatedSource } from '../../infra/media/labels/stated-source';
import { believedOrigin, type FileOrigin } from './believed-origin';
import { DomainError } from '../../lib/domain-error';
import { atMost, withNewIds } from './import-project';
import { ProjectFile } from './open-project-file';

describe('the origin of a file in a project file', () => {
  const list = (origin: FileOrigin | null, isTrusted: boolean) => ({
    isTrusted,
    origins: new Map(origin === null ? [] : [['a', origin]]),
  });
  const label = 'trainedAlgorithmicMedia';
  it.each<[string, FileOrigin, Parameters<typeof believedOrigin>[1], ReturnType<typeof list> | null, boolean | null]>([
    ['is what this installation signed', 'uploaded', label, list('uploaded', true), false],
    ['is generated, if others sign that it is', 'generated', null, list('generated', false), null],
    ['is edited, if others sign that it is', 'edited', null, list('edited', false), null],
    ['is an upload, as it would be if it was uploaded', 'uploaded', null, list('uploaded', false), null],
    ['is what its label says, whatever others sign', 'generated', label, list('uploaded', false), null],
    ['is what is known of it here, whatever others sign', 'edited', null, list('uploaded', false), true],
    ['is generated, if the list leaves it out', 'generated', null, list(null, true), null],
    ['is generated without a list', 'generated', null, null, null],
  ])('%s', (_, origin, stated, told, mixedHere) => {
    const known = new Map(mixedHere === null ? [] : [['a', { mixed: mixedHere }]]);
    expect(believedOrigin('a', stated, { list: told, known })).toBe(origin);
  });
});

describe('a label in bytes', () => {
  const packet = 'xx http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia yy';
  it.each([
    ['is found across a chunk border', [packet.slice(0, 40), packet.slice(40)], 'compositeWithTrainedAlgorithmicMedia'],
    ['is not found in a camera’s metadata', ['http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture'], null],
  ])('%s', async (_, parts, found) => {
    const stated = new StatedSource();
    for (const part of parts) stated.write(Buffer.from(part));
    stated.end();
    expect((await buffer(stated)).toString()).toBe(parts.join(''));
    expect(stated.found).toBe(found);
  });
});

describe('new ids', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  it('replace an old id consistently, differ between imports, and leave texts unchanged', () => {
    const json = JSON.stringify({ id, scenes: [{ sceneId: id }], story: `It was ${id}.` });
    const one = JSON.parse(withNewIds(json, 'one')) as { id: string; scenes: { sceneId: string }[]; story: string };
    expect(one.id).not.toBe(id);
    expect(one.scenes[0]?.sceneId).toBe(one.id);
    expect(one.story).toContain(id);
    expect(withNewIds(json, 'two')).not.toContain(one.id);
  });
});

describe('a ZIP that unpacks to far more than its size', () => {
  it('is refused before it is unpacked', async () => {
    const archive = new ZipArchive();
    const out = archive.pipe(new PassThrough());
    archive.append(Buffer.alloc(9_000_000), { name: 'manifest.json' });
    void archive.finalize();
    const folder = mkdtempSync(join(tmpdir(), 'bomb-'));
    try {
      const path = join(folder, 'bomb.zip');
      writeFileSync(path, await buffer(out));
      await expect(ProjectFile.open(path)).rejects.toMatchObject({ code: 'payload_too_large' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the bytes of a project file', () => {
  const refusal = () => new DomainError('payload_too_large', 'Too many bytes.');
  it('are limited exactly, in chunks of any size', async () => {
    const passed = async (...pieces: string[]) => (await buffer(Readable.from(pieces).pipe(atMost(6, refusal)))).length;
    expect(await passed('abc', 'def')).toBe(6);
    await expect(passed('abc', 'def', 'g')).rejects.toThrow('Too many bytes.');
  });
});
