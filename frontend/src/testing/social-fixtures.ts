import {
  PLATFORM_PROFILES,
  type ContentTemplate,
  type SocialAccount,
  type SocialPlatform,
  type SocialPost,
} from '@storyreel/contracts';

const NOW = '2026-11-01T10:00:00.000Z';
const id = (kind: string, n: number): string => `50c1a100-${kind}-4f7e-9a3c-${String(n).padStart(12, '0')}`;
export const postId = (n: number): string => id('0001', n);
export const socialAccountId = (platform: SocialPlatform): string =>
  id('0002', Object.keys(PLATFORM_PROFILES).indexOf(platform) + 1);

export const socialAccountOf = (platform: SocialPlatform, part: Partial<SocialAccount> = {}): SocialAccount => ({
  id: socialAccountId(platform),
  platform,
  accountName: `My ${PLATFORM_PROFILES[platform].name} Account`,
  accountId: `account-${platform}`,
  isActive: true,
  kind: 'sandbox',
  createdAt: NOW,
  ...part,
});

export const postWith = (part: Partial<SocialPost> = {}): SocialPost => ({
  id: postId(1),
  title: 'The keeper is here',
  content: 'A lamp, a storm, a keeper.',
  platform: 'instagram',
  status: (part.scheduledAt ?? null) === null ? 'draft' : 'scheduled',
  scheduledAt: null,
  createdAt: NOW,
  updatedAt: NOW,
  hashtags: [],
  mentions: [],
  visibility: 'public',
  socialAccountId: socialAccountId(part.platform ?? 'instagram'),
  projectId: null,
  sceneId: null,
  selectedProjectVideo: null,
  mediaUrls: [],
  tiktok: null,
  imageFit: 'pad',
  isPublishing: false,
  question: null,
  failure: null,
  publishedAt: null,
  publishedUrl: null,
  madePrivate: false,
  notes: [],
  statistics: null,
  ...part,
});

export const SEEDED_TEMPLATE: ContentTemplate = {
  id: id('0003', 1),
  name: 'New video',
  contentTemplate: 'Our new film is here. What do you think?',
  hashtagTemplate: 'film newvideo',
  isSeeded: true,
};
