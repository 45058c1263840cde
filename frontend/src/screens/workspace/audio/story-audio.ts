import { FILE_LIMITS, type Project } from '@storyreel/contracts';
import type { ProjectFile } from '../../../domains/media/project-file';

/** The narration of a project; up to and including 50 MB. */
export const STORY_AUDIO: ProjectFile = {
  purpose: 'audio',
  refuse(file) {
    if (!file.type.startsWith('audio/')) {
      return { title: 'Invalid File Type', description: 'Please upload an audio file.' };
    }
    if (file.size > FILE_LIMITS.audio) {
      return { title: 'File Too Large', description: 'Please upload an audio file smaller than 50MB.' };
    }
    return null;
  },
  fields: (url, filename) => ({ storyAudioUrl: url, storyAudioFilename: filename, storyAudioStatus: 'complete' }),
  none: { storyAudioUrl: null, storyAudioFilename: null, storyAudioStatus: 'pending' },
  current: ({ storyAudioUrl, storyAudioFilename, storyAudioStatus }: Project) => ({
    storyAudioUrl,
    storyAudioFilename,
    storyAudioStatus,
  }),
  uploaded: () => ({ title: 'Audio uploaded successfully!' }),
  deleted: { title: 'Audio Deleted' },
  restored: { title: 'Audio restored' },
  thing: 'audio',
};

/** What the tab says about the narration. */
export function audioStatusText({ storyAudioUrl, storyAudioStatus }: Project): string {
  if (storyAudioStatus === 'processing') return 'Generating...';
  return storyAudioUrl ? 'Audio Complete' : 'No Audio Generated';
}
