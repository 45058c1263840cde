import { createHash } from 'node:crypto';
import { PassThrough, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Archiver } from 'archiver';
import { PRICE_BOOK_VERSION } from '@storyreel/contracts';
import { keyOfMediaUrl, type MediaStore } from '../platform/storage';
import { liveScenes, type ProjectState } from '../projects';
import { extensionOf } from './asset-names';
import type { PlannedAsset, ZipPlan } from './plan-zip';

const MANIFEST_VERSION = 1;

interface ManifestFile extends PlannedAsset {
  /** Null for an address outside of this installation: it is listed, not copied. */
  file: string | null;
  sha256: string | null;
  size: number | null;
}

export interface ZipTarget {
  archive: Archiver;
  media: MediaStore;
  /** Aborted when nobody reads any more. */
  signal: AbortSignal;
}

/** Everything in order, one file at a time, so that memory stays small whatever the project's size. */
export async function writeZip(target: ZipTarget, state: ProjectState, plan: ZipPlan): Promise<void> {
  const { archive } = target;
  const files: ManifestFile[] = [];
  for (const asset of plan.assets) files.push(await addAsset(target, asset, state.ownerId));
  for (const { name, content } of plan.texts) archive.append(content, { name });
  archive.append(`${JSON.stringify(manifest(state, files), null, 2)}\n`, { name: 'manifest.json' });
  await archive.finalize();
}

async function addAsset(target: ZipTarget, asset: PlannedAsset, ownerId: string): Promise<ManifestFile> {
  const key = keyOfMediaUrl(asset.url);
  const found = key === null ? null : await target.media.open(key, ownerId);
  if (!found) return { ...asset, file: null, sha256: null, size: null };
  const file = `${asset.name}.${extensionOf(found.object.contentType)}`;
  const digest = await addFile(target, file, await found.read());
  return { ...asset, file, ...digest };
}

/** Media are compressed already, so they are stored as they are. */
async function addFile(
  { archive, signal }: ZipTarget,
  name: string,
  source: Readable,
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
  archive.append(out, { name, store: true });
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
