import { FILE_LIMITS } from '@storyreel/contracts';
import type { AssetType } from './slots';

const isOfType = (file: Pick<File, 'type'>, type: AssetType): boolean => file.type.startsWith(`${type}/`);

const MB = 1_048_576;
const ARTICLE: Record<AssetType, string> = { image: 'an image', video: 'a video' };

export interface DomainError {
  title: string;
  description: string;
}

/** Why a picked or dropped file can't be uploaded, or null. The server checks the bytes themselves. */
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

/** Audio up to and including 50 MB. */
export function refuseAudio({ type, size }: Pick<File, 'type' | 'size'>): DomainError | null {
  if (!type.startsWith('audio/')) {
    return { title: 'Invalid File Type', description: 'Please upload an audio file.' };
  }
  if (size > FILE_LIMITS.audio) {
    return { title: 'File Too Large', description: 'Please upload an audio file smaller than 50MB.' };
  }
  return null;
}
