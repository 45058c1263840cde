import type { Project } from '@storyreel/contracts';
import { refuseAudio } from '../../../domains/media/file-kind';
import type { ProjectFile } from '../../../domains/media/project-file';

/** The narration of a project; up to and including 50 MB. */
export const STORY_AUDIO: ProjectFile = {
  purpose: 'audio',
  refuse: refuseAudio,
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
