import type { PlatformProfile } from './profile';

const VIDEOS = { source: 'https://developers.google.com/youtube/v3/docs/videos', read: '2026-11-26' };

export const youtube: PlatformProfile = {
  name: 'YouTube',
  title: { most: 100, unit: 'characters', forbids: '<>', ...VIDEOS },
  text: { most: 5_000, unit: 'bytes', forbids: '<>', ...VIDEOS },
  tags: { most: 500, ...VIDEOS },
  characters: 5_000,
  // YouTube ignores all hashtags of a post that has more (second-hand:
  // hollyland.com/blog/tips/how-many-hashtags-should-i-use-on-youtube, read 2026-11-28).
  hashtags: 15,
  takesVideo: true,
  takesImages: false,
  features: ['Thumbnails', 'Tags', 'Categories', 'Monetization'],
  permissions: {
    'https://www.googleapis.com/auth/youtube.upload': 'upload videos',
    'https://www.googleapis.com/auth/youtube.readonly': 'see your channel',
  },
  viewsAreOptional: false,
  viewsNote: null,
  refusals: (_, { hasVideo }) => [!hasVideo && 'YouTube posts need a video. Add one to the post.'],
};
