import { createHash } from 'node:crypto';
import { PassThrough, Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PRICE_BOOK_VERSION } from '@storyreel/contracts';
import type { Archiver } from 'archiver';
import { DamagedFile, keyOfMediaUrl } from '../../infra/storage';
import type { MediaStore, OpenedMedia } from '../../infra/storage';
import { liveScenes } from '../../projects/storyboard';
import type { ProjectState } from '../../projects/storyboard';
import type { EditorFiles } from './editor/editor-files';
import type { ProvenanceOfFiles } from './provenance-of-files';
import { extensionOf } from './plan-zip';
import type { PlannedAsset, ZipPlan } from './plan-zip';

/**
 * Reason why a file is not in the ZIP. 'elsewhere' means that its address is external, so that the file is only listed.
 */
type LeftOut = 'missing' | 'damaged' | 'elsewhere';

type CheckedAsset = PlannedAsset & ({ problem: LeftOut; opened: null } | { problem: null; opened: OpenedMedia });

const AT_ONCE = 8;

/** Finds every file and checks its length, before any part of the ZIP is sent. */
export async function checkAssets(media: MediaStore, assets: PlannedAsset[], ownerId: string): Promise<CheckedAsset[]> {
  const checked: CheckedAsset[] = [];
  for (let at = 0; at < assets.length; at += AT_ONCE) {
    const some = assets.slice(at, at + AT_ONCE).map((asset) => checkAsset(media, asset, ownerId));
    checked.push(...(await Promise.all(some)));
  }
  return checked;
}

async function checkAsset(media: MediaStore, asset: PlannedAsset, ownerId: string): Promise<CheckedAsset> {
  const key = keyOfMediaUrl(asset.url);
  if (key === null) return { ...asset, problem: 'elsewhere', opened: null };
  const opened = await media.open(key, ownerId);
  const problem = opened ? await opened.check() : 'missing';
  return opened && problem === null
    ? { ...asset, problem, opened }
    : { ...asset, problem: problem ?? 'missing', opened: null };
}

/**
 * Reads a file to its end and returns its fault, if any. Done before the file is added, since it cannot be removed from
 * the ZIP later.
 */
async function verify(opened: OpenedMedia, signal: AbortSignal): Promise<LeftOut | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await opened.read()) {
      signal.throwIfAborted();
      hash.update(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof DamagedFile) return error.problem;
    throw error;
  }
  return hash.digest('hex') === opened.object.sha256 ? null : 'damaged';
}

const MANIFEST_VERSION = 1;

export interface ManifestFile extends PlannedAsset {
  /** The file's path in the ZIP; null if it was left out. */
  file: string | null;
  problem: LeftOut | null;
  sha256: string | null;
  size: number | null;
}

/** A ZIP that is being written. */
export interface OpenZip {
  archive: Archiver;
  /** Aborted when nobody waits for the ZIP any more. */
  signal: AbortSignal;
}

export interface ZipTarget extends OpenZip {
  /** Makes the files for video editors. */
  editor: Pick<EditorFiles, 'of'>;
  /** Makes the list of the files' origins. */
  provenance: Pick<ProvenanceOfFiles, 'of'>;
}

/** Writes the files in order, one at a time, so that memory use stays low whatever the project's size. */
export async function writeZip(
  target: ZipTarget,
  state: ProjectState,
  assets: CheckedAsset[],
  texts: ZipPlan['texts'],
): Promise<void> {
  const { archive, editor, provenance, signal } = target;
  const files: ManifestFile[] = [];
  for (const asset of assets) files.push(await addAsset(target, asset));
  const packed = assets.flatMap(({ url, opened }, index) => {
    const { file = null, sha256 = null, size = null } = files[index] ?? {};
    if (opened === null || file === null || sha256 === null || size === null) return [];
    const { generated, mixed } = opened.object;
    return [{ url, file, sha256, size, generated, mixed, read: () => opened.read() }];
  });
  const cuts = await editor.of(state, packed, signal);
  for (const { name, read } of cuts.files) await addFile(target, name, read());
  for (const { name, content } of [...texts, ...cuts.texts]) archive.append(content, { name });
  const lost = files.filter(({ problem }) => problem === 'missing' || problem === 'damaged');
  if (lost.length > 0) archive.append(leftOutText(lost), { name: 'LEFT_OUT.txt' });
  archive.append(await provenance.of(state, packed), { name: 'provenance.json' });
  archive.append(`${JSON.stringify(manifest(state, files), null, 2)}\n`, { name: 'manifest.json' });
  await archive.finalize();
}

/** Adds a checked file to the ZIP, or returns the reason why it is left out. */
export async function addAsset(target: OpenZip, { opened, ...asset }: CheckedAsset): Promise<ManifestFile> {
  const problem = opened ? await verify(opened, target.signal) : asset.problem;
  if (!opened || problem) return { ...asset, problem, file: null, sha256: null, size: null };
  const file = `${asset.name}.${extensionOf(opened.object.contentType)}`;
  const digest = await addFile(target, file, await opened.read());
  return { ...asset, problem, file, ...digest };
}

export const leftOutText = (files: ManifestFile[]): string =>
  [
    'These files could not be included. Please tell the operator of this installation.',
    '',
    ...files.map(({ name, problem, url }) => `${name}: ${problem} (${url})`),
    '',
  ].join('\n');

/** Adds a file from a stream, uncompressed, since media files are already compressed. */
export async function addFile(
  { archive, signal }: OpenZip,
  name: string,
  source: Readable,
  { store = true }: { store?: boolean } = {},
): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const out = new PassThrough();
  archive.append(out, { name, store });
  await pipeline(source, measure, out, { signal });
  return { sha256: hash.digest('hex'), size };
}

function manifest(state: ProjectState, files: ManifestFile[]) {
  const scenes = liveScenes(state).map((scene, index) => {
    const { id, title, description, imagePrompt, videoPrompt, duration, sourceText } = scene;
    return { id, number: index + 1, title, description, imagePrompt, videoPrompt, duration, sourceText };
  });
  const { id, revision, fields } = state;
  const project = { id, revision, title: fields.title, description: fields.description };
  const versions = { manifest: MANIFEST_VERSION, priceBook: PRICE_BOOK_VERSION };
  const listed = files.map(({ name: _, ...file }) => file);
  return { versions, project, scenes, files: listed };
}
