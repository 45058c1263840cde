import type { PlatformProfile } from './profile';

const MEDIA = {
  source:
    'https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media',
  read: '2026-11-26',
};
/** Maximum files in one post (second-hand: glama.ai/mcp/servers/OraCool/instagram-mcp, read 2026-11-28). */
const CAROUSEL = 10;

export const instagram: PlatformProfile = {
  name: 'Instagram',
  title: null,
  text: { most: 2_200, unit: 'characters', ...MEDIA },
  tags: null,
  characters: 2_200,
  hashtags: 30,
  takesVideo: true,
  takesImages: true,
  features: ['Stories', 'Reels', 'Shopping'],
  permissions: {
    instagram_business_basic: 'see your account',
    instagram_business_content_publish: 'publish posts',
  },
  viewsAreOptional: true,
  viewsNote: null,
  refusals: ({ visibility }, { files }) => [
    files === 0 && 'Instagram posts need a video or an image. Add one to the post.',
    files > CAROUSEL && `Instagram takes at most ${CAROUSEL} files in a post.`,
    visibility !== 'public' && 'Instagram posts are always public. Choose the visibility Public.',
  ],
};
