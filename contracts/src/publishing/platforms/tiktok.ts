import type { PlatformProfile } from './profile';

const DIRECT_POST = {
  source: 'https://developers.tiktok.com/doc/content-posting-api-reference-direct-post',
  read: '2026-11-26',
};

export const tiktok: PlatformProfile = {
  name: 'TikTok',
  title: null,
  text: { most: 2_200, unit: 'UTF-16 units', ...DIRECT_POST },
  tags: null,
  characters: 2_200,
  hashtags: 100,
  takesVideo: true,
  takesImages: false,
  features: ['Effects', 'Sounds', 'Duets', 'Stitches'],
  permissions: { 'user.info.basic': 'see your name', 'video.publish': 'publish videos' },
  viewsAreOptional: true,
  viewsNote: 'TikTok counts those of public posts only.',
  refusals: ({ visibility }, { hasVideo }) => [
    !hasVideo && 'TikTok posts need a video. Add one to the post.',
    visibility === 'unlisted' && 'TikTok has no unlisted videos. Choose another visibility.',
  ],
};
