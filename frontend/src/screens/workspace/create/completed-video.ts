import { FILE_LIMITS, type Project } from '@storyreel/contracts';
import type { ProjectFile } from '../../../domains/media/project-file';

/** The finished video of a project. It must be strictly under 100 MB. */
export const COMPLETED_VIDEO: ProjectFile = {
  purpose: 'completed-video',
  refuse(file) {
    if (!file.type.startsWith('video/')) {
      return { title: 'Invalid file type', description: 'Please select a video file.' };
    }
    if (file.size >= FILE_LIMITS.completedVideo) {
      return { title: 'File too large', description: 'Video files must be smaller than 100MB.' };
    }
    return null;
  },
  fields: (url, filename) => ({
    completedVideoUrl: url,
    completedVideoFilename: filename,
    completedVideoStatus: 'complete',
  }),
  none: { completedVideoUrl: null, completedVideoFilename: null, completedVideoStatus: 'pending' },
  current: ({ completedVideoUrl, completedVideoFilename, completedVideoStatus }: Project) => ({
    completedVideoUrl,
    completedVideoFilename,
    completedVideoStatus,
  }),
  uploaded: ({ completedVideoUrl }) => ({
    title: completedVideoUrl ? 'Video updated successfully!' : 'Video uploaded successfully!',
  }),
  deleted: { title: 'Video Deleted' },
  restored: { title: 'Video restored' },
  thing: 'video',
};
