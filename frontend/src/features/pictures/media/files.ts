import { cutText, FILE_LIMITS } from '@storyreel/contracts';
import type { Scene } from '@storyreel/contracts';
import type { AssetType, MediaAsset } from './assets';

const isOfType = (file: Pick<File, 'type'>, type: AssetType): boolean => file.type.startsWith(`${type}/`);

const MB = 1_048_576;
const ARTICLE: Record<AssetType, string> = { image: 'an image', video: 'a video' };

export interface DomainError {
  title: string;
  description: string;
}

/** Returns why a picked or dropped file can't be uploaded; null when it can. The server checks the bytes themselves. */
export function refuseFile(file: Pick<File, 'type' | 'size'>, type: AssetType): DomainError | null {
  if (!isOfType(file, type)) {
    return { title: 'Invalid file type', description: `Please upload ${ARTICLE[type]} file.` };
  }
  const limit = FILE_LIMITS[type];
  if (file.size > limit) {
    return { title: 'File too large', description: `Please upload ${ARTICLE[type]} of at most ${limit / MB}MB.` };
  }
  return null;
}

/** Returns why an audio file can't be uploaded; null when it can, which includes a size of exactly 50 MB. */
export function refuseAudio({ type, size }: Pick<File, 'type' | 'size'>): DomainError | null {
  if (!type.startsWith('audio/')) {
    return { title: 'Invalid File Type', description: 'Please upload an audio file.' };
  }
  if (size > FILE_LIMITS.audio) {
    return { title: 'File Too Large', description: 'Please upload an audio file smaller than 50MB.' };
  }
  return null;
}

const MAX_LENGTH = 100;

/**
 * Converts a title into a part of a file name: keeps letters and digits of any script, and replaces every other run of
 * characters with one '_'.
 */
export function sanitizeTitle(title: string, fallback = 'project'): string {
  const safe = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return cutText(safe, MAX_LENGTH) || fallback;
}

/** Returns the file extension in an address, with its dot; '' if it has none. */
export const extensionOf = (url: string): string => /\.[a-z0-9]{2,5}$/i.exec(url.split(/[?#]/)[0] ?? '')?.[0] ?? '';

/** Returns the file name of an asset, such as 'The_lighthouse_2.png', or the name with which a video was uploaded. */
export function assetFilename(scene: Scene, asset: MediaAsset): string {
  const video = scene.videos.find(({ id }) => id === asset.id);
  if (video?.filename) return video.filename;
  const place = scene.imageIds.indexOf(asset.id) + 1;
  return `${sanitizeTitle(scene.title, 'scene')}_${place || 1}${extensionOf(asset.url)}`;
}
