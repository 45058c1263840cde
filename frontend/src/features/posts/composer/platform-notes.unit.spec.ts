import type { SocialPlatform } from '@storyreel/contracts';
import type { SelectableVideo } from '../selectable-videos';
import { socialAccountOf } from '../../../testing/social-fixtures';
import { EMPTY_DRAFT, type PostDraft } from './composer-draft';
import { platformNotes } from './post-rules';

const film: SelectableVideo = { id: 'p', url: '/api/media/film', filename: 'film.mp4', type: 'project', title: 'Film' };
const picture = { url: '/api/media/a', name: 'a.png', type: 'image/png', size: 3 };
const notes = (
  platform: SocialPlatform,
  part: Partial<PostDraft> = {},
  { video = null, kind = 'oauth' }: { video?: SelectableVideo | null; kind?: 'oauth' | 'sandbox' } = {},
) =>
  platformNotes({ ...EMPTY_DRAFT, ...part, platforms: [platform] }, { video }, [socialAccountOf(platform, { kind })]);

describe('a note about a platform’s refusal', () => {
  it.each([
    ['youtube', 'YouTube posts need a video. Add one to the post.'],
    ['instagram', 'Instagram posts need a video or an image. Add one to the post.'],
    ['tiktok', 'TikTok posts need a video. Add one to the post.'],
  ] as const)('says for %s that the post has no media', (platform, note) => {
    expect(notes(platform)).toEqual([note]);
    expect(notes(platform, {}, { video: film })).toEqual([]);
    expect(notes(platform, { media: [{ ...picture, type: 'video/mp4' }] })).toEqual([]);
    expect(notes(platform, { media: [picture] })).toEqual(platform === 'instagram' ? [] : [note]);
  });

  it('names an unsupported visibility, and more media than allowed', () => {
    const withFilm = { video: film };
    expect(notes('instagram', { visibility: 'private' }, withFilm)).toEqual([
      'Instagram posts are always public. Choose the visibility Public.',
    ]);
    expect(notes('tiktok', { visibility: 'unlisted' }, withFilm)).toEqual([
      'TikTok has no unlisted videos. Choose another visibility.',
    ]);
    expect(notes('youtube', { visibility: 'unlisted' }, withFilm)).toEqual([]);
    const ten = Array.from({ length: 10 }, (_, at) => ({ ...picture, url: `/api/media/${at}` }));
    expect(notes('instagram', { media: ten }, withFilm)).toEqual(['Instagram takes at most 10 files in a post.']);
  });

  it('is missing in the sandbox, and where no account is connected', () => {
    expect(notes('tiktok', {}, { kind: 'sandbox' })).toEqual([]);
    expect(platformNotes({ ...EMPTY_DRAFT, platforms: ['tiktok'] }, { video: null }, [])).toEqual([]);
  });
});
