import { createHash } from 'node:crypto';
import { DamagedFile, keyOfMediaUrl, type MediaStore, type OpenedMedia } from '../platform/storage';
import type { PlannedAsset } from './plan-zip';

/** Why a file is not in the ZIP; 'elsewhere' is an address outside of this installation, which is only listed. */
export type LeftOut = 'missing' | 'damaged' | 'elsewhere';

export type CheckedAsset = PlannedAsset & ({ problem: LeftOut; opened: null } | { problem: null; opened: OpenedMedia });

const AT_ONCE = 8;

/** Finds every file and compares its length, before anything of the ZIP is sent. */
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

/** Reads a file once through: what is wrong with it, or null. Once it is in the ZIP it cannot be taken out again. */
export async function verify(opened: OpenedMedia, signal: AbortSignal): Promise<LeftOut | null> {
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
