import {
  type ConnectAccountRequest,
  type CreatePostRequest,
  type SocialAccount,
  socialAccountSchema,
  type SocialPlatform,
  type SocialPost,
  socialPostSchema,
} from '@storyreel/contracts';
import type { Visitor } from '../visitor';

const DAY_MS = 86_400_000;
/** Returns the instant this many days from now, in the format of responses. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

export const accountOf = (platform: SocialPlatform, accountId = `my-${platform}`): ConnectAccountRequest => ({
  platform,
  accountName: `My ${platform} account`,
  accountId,
  accessToken: 'placeholder',
  isActive: true,
});
export const connect = (visitor: Visitor, platform: SocialPlatform, accountId?: string): Promise<SocialAccount> =>
  visitor.get(socialAccountSchema, 'POST /api/social/accounts', { body: accountOf(platform, accountId) });
export const accountsOf = (visitor: Visitor): Promise<SocialAccount[]> =>
  visitor.get(socialAccountSchema.array(), 'GET /api/social/accounts');

export type Words = Partial<CreatePostRequest>;
export const wordsFor = ({ id, platform }: SocialAccount, words: Words = {}): CreatePostRequest => ({
  title: 'Gull Point',
  content: 'A keeper, a storm, a light.',
  platform,
  socialAccountId: id,
  ...words,
});
export const write = (visitor: Visitor, account: SocialAccount, words?: Words): Promise<SocialPost> =>
  visitor.get(socialPostSchema, 'POST /api/social/posts', { body: wordsFor(account, words) });
export const change = (visitor: Visitor, { id }: SocialPost, body: object): Promise<SocialPost> =>
  visitor.get(socialPostSchema, `PATCH /api/social/posts/${id}`, { body });
export const postsOf = (visitor: Visitor, query = ''): Promise<SocialPost[]> =>
  visitor.get(socialPostSchema.array(), `GET /api/social/posts${query}`);
export const titlesOf = (posts: SocialPost[]): string[] => posts.map(({ title }) => title);
