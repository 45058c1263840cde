import { PLATFORM_PROFILES, SOCIAL_PLATFORMS, textRefusals, type SocialPlatform } from './index';

const post = { title: 'Gull Point', content: 'A keeper.', hashtags: [] as string[], mentions: [] as string[] };
const said = (platform: SocialPlatform, words: Partial<typeof post>) =>
  textRefusals(PLATFORM_PROFILES[platform], { ...post, ...words }).map(({ message }) => message);

describe('the text of a post', () => {
  it.each([
    ['youtube', 'the longest title', { title: 'ä'.repeat(100) }],
    ['youtube', 'the longest description', { content: 'ä'.repeat(2_500) }],
    [
      'youtube',
      'tags of 500 characters, commas included',
      { hashtags: [...Array<string>(5).fill('x'.repeat(98)), 'y'.repeat(5)] },
    ],
    ['instagram', 'characters of several units', { content: '🐦'.repeat(2_200) }],
    ['tiktok', 'the longest caption', { content: '🐦'.repeat(1_100) }],
    ['tiktok', 'angle brackets', { title: '<3', content: '<3' }],
  ] as const)('is accepted by %s: %s [COMPOSER-24, COMPOSER-25, COMPOSER-26]', (platform, _, words) => {
    const { content = post.content, hashtags = [], ...rest } = words as Partial<typeof post>;
    expect(
      said(platform, { ...rest, content, hashtags: [...hashtags] }).filter((m) => !m.includes('text with')),
    ).toEqual([]);
  });

  it.each([
    ['youtube', { title: 'x'.repeat(101) }, 'YouTube takes at most 100 characters of title. This one has 101.'],
    ['youtube', { title: 'I <3 it' }, "YouTube takes no '<' in the title."],
    ['youtube', { content: 'a > b' }, "YouTube takes no '>' in the text."],
    ['youtube', { content: 'ä'.repeat(2_501) }, 'YouTube takes at most 5,000 bytes of text. This one has 5,002.'],
    [
      'youtube',
      { hashtags: Array<string>(5).fill('x'.repeat(100)) },
      'YouTube takes at most 500 characters of hashtags in all.',
    ],
    [
      'instagram',
      { content: 'x'.repeat(2_190), hashtags: ['lighthouse'] },
      'Instagram takes at most 2,200 characters of text with its hashtags and mentions. This one has 2,203.',
    ],
    ['instagram', { hashtags: Array<string>(31).fill('x') }, 'Instagram takes at most 30 hashtags.'],
    ['tiktok', { content: '🐦'.repeat(1_101) }, 'TikTok takes at most 2,200 UTF-16 units of text. This one has 2,202.'],
  ])('is refused by %s with the limit [COMPOSER-24, COMPOSER-25, COMPOSER-26]', (platform, words, sentence) => {
    expect(said(platform as SocialPlatform, words)).toEqual([sentence]);
  });
});

it.each(SOCIAL_PLATFORMS)('gives the figures of %s a source and the day on which they were read', (platform) => {
  const { text, title, tags } = PLATFORM_PROFILES[platform];
  for (const figure of [text, title, tags]) {
    if (figure === null) continue;
    expect(figure).toMatchObject({ source: expect.stringMatching(/^https:/), read: expect.stringMatching(/^2026-/) });
  }
});
