/** What stands in a scene while its clip is being made. */
export const PLACEHOLDER_VIDEO = { filename: 'generating-video.mp4', mimeType: 'video/mp4', size: 0, url: '' } as const;
export const placeholderVideoId = (predictionId: string): string => `processing-${predictionId}`;
export const predictionIdOf = (videoId: string): string | null =>
  videoId.startsWith('processing-') ? videoId.slice('processing-'.length) : null;
