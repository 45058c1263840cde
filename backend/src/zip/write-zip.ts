import { createHash } from 'node:crypto';
import { PassThrough, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Archiver } from 'archiver';
import { PRICE_BOOK_VERSION } from '@storyreel/contracts';
import { liveScenes, type ProjectState } from '../storyboard';
import { extensionOf } from './asset-names';
import { type CheckedAsset, type LeftOut, verify } from './check-assets';
import type { PlannedAsset, ZipPlan } from './plan-zip';

const MANIFEST_VERSION = 1;

interface ManifestFile extends PlannedAsset {
  /** Null for what was left out. */
  file: string | null;
  problem: LeftOut | null;
  sha256: string | null;
  size: number | null;
}

export interface ZipTarget {
  archive: Archiver;
  /** Aborted when nobody reads any more. */
  signal: AbortSignal;
}

/** Everything in order, one file at a time, so that memory stays small whatever the project's size. */
export async function writeZip(
  target: ZipTarget,
  state: ProjectState,
  assets: CheckedAsset[],
  texts: ZipPlan['texts'],
): Promise<void> {
  const { archive } = target;
  const files: ManifestFile[] = [];
  for (const asset of assets) files.push(await addAsset(target, asset));
  for (const { name, content } of texts) archive.append(content, { name });
  const lost = files.filter(({ problem }) => problem === 'missing' || problem === 'damaged');
  if (lost.length > 0) archive.append(leftOutText(lost), { name: 'LEFT_OUT.txt' });
  archive.append(`${JSON.stringify(manifest(state, files), null, 2)}\n`, { name: 'manifest.json' });
  await archive.finalize();
}

async function addAsset(target: ZipTarget, { opened, ...asset }: CheckedAsset): Promise<ManifestFile> {
  const problem = opened ? await verify(opened, target.signal) : asset.problem;
  if (!opened || problem) return { ...asset, problem, file: null, sha256: null, size: null };
  const file = `${asset.name}.${extensionOf(opened.object.contentType)}`;
  const digest = await addFile(target, file, await opened.read());
  return { ...asset, problem, file, ...digest };
}

const leftOutText = (files: ManifestFile[]): string =>
  [
    'These files could not be included. Please tell whoever runs this installation.',
    '',
    ...files.map(({ name, problem, url }) => `${name}: ${problem} (${url})`),
    '',
  ].join('\n');

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
