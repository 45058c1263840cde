import { PLATFORM_PROFILES, type SocialPlatform } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import type { AppServer } from '../../../testing/app-server';
import {
  button,
  card,
  entries,
  field,
  openComposer,
  selected,
  sentPosts,
  serveComposer,
  valueOf,
  writePost,
} from '../../../testing/composer-page';
import { offeredBy, selectNamed } from '../../../testing/select';

let server: AppServer;
serveComposer((made) => (server = made));
const sent = () => sentPosts(server);

describe('the composer', () => {
  it('has a title, content and a toggle between its two modes [COMPOSER-01]', async () => {
    const { user } = await openComposer();
    await writePost(user);
    await user.click(button('Preview Mode'));
    expect(screen.queryByRole('textbox', { name: 'Content' })).toBeNull();
    expect(screen.getByRole('group', { name: 'Preview for Instagram Reels' }).textContent).toContain(
      'A lamp in the fog.',
    );
    await user.click(button('Edit Mode'));
    expect([valueOf('Post Title'), valueOf('Content')]).toEqual(['The keeper', 'A lamp in the fog.']);
  });

  it('shows each platform with its limit and whether it is connected; a click selects it [COMPOSER-02]', async () => {
    const { user } = await openComposer();
    expect(['youtube', 'instagram', 'tiktok'].map((name) => card(name as SocialPlatform).textContent)).toEqual([
      'YouTubeMax 5000 charactersConnected',
      'InstagramMax 2200 charactersConnected',
      'TikTokMax 2200 charactersNot Connected',
    ]);
    await user.click(card('tiktok'));
    expect(selected('tiktok')).toEqual([true]);
    await user.click(card('tiktok'));
    expect(selected('tiktok')).toEqual([false]);
  });

  it('begins with instagram [COMPOSER-03]', async () => {
    await openComposer();
    const pressed = screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
    expect(pressed).toEqual([expect.stringMatching(/^Instagram/)]);
  });

  it('counts against the smallest limit, and turns red beyond it [COMPOSER-06, COMPOSER-07, COMPOSER-08]', async () => {
    const { user } = await openComposer();
    await user.type(field('Post Title'), 'The keeper');
    await user.click(field('Content'));
    await user.paste('x'.repeat(2201));
    await user.click(card('youtube'));
    await user.click(card('instagram'));
    expect(screen.getByText('2201/5000').dataset.exceeded).toBe('false');
    await user.click(card('instagram'));
    expect(screen.getByText('2201/2200').dataset.exceeded).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe(
      'Content exceeds character limit for selected platforms. Please shorten your message.',
    );
    expect(button('Publish Now')).toHaveProperty('disabled', true);
    await user.click(card('instagram'));
    expect(button('Publish Now')).toHaveProperty('disabled', false);
    await user.click(card('youtube'));
    expect(button('Publish Now')).toHaveProperty('disabled', true);
    expect(screen.getByRole('alert').textContent).toBe('Platform is required');
  });

  it('adds hashtags and mentions by button and Enter, and removes them by a click [COMPOSER-09, COMPOSER-10]', async () => {
    const { user } = await openComposer();
    await user.type(field('Hashtags'), '#sea{Enter}fog');
    await user.click(button('Add hashtag'));
    await user.type(field('Hashtags'), 'Sea{Enter}');
    await user.type(field('Mentions'), '@ada{Enter}@ada{Enter}');
    expect([entries('Hashtags'), entries('Mentions')]).toEqual([['#sea', '#fog'], ['@ada']]);
    expect(screen.getByText('2 of 30 hashtags')).toBeTruthy();
    await user.click(button('Remove hashtag #sea'));
    await user.click(button('Remove mention @ada'));
    expect([entries('Hashtags'), entries('Mentions')]).toEqual([['#fog'], []]);
    expect(sent()).toEqual([]);
  });

  it("offers three visibilities, 'public' first [COMPOSER-12]", async () => {
    await openComposer();
    const select = selectNamed('Visibility');
    expect([...select.options].map(({ value }) => value)).toEqual(['public', 'private', 'unlisted']);
    expect([select.value, offeredBy(select)]).toEqual(['public', ['Public', 'Private', 'Unlisted']]);
  });

  it('lists the formats and options of the selected platforms [COMPOSER-23, COMPOSER-24, COMPOSER-25, COMPOSER-26]', async () => {
    const { user } = await openComposer();
    await user.click(card('youtube'));
    await user.click(card('tiktok'));
    const features = within(screen.getByRole('region', { name: 'Platform Features' }));
    expect(features.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'InstagramMax 2200 characters · Max 30 hashtagsStoriesReelsShopping',
      'YouTubeMax 5000 characters · Max 15 hashtagsThumbnailsTagsCategoriesMonetization',
      'TikTokMax 2200 characters · Max 100 hashtagsEffectsSoundsDuetsStitches',
    ]);
  });

  it.each([
    ['youtube', false],
    ['instagram', true],
    ['tiktok', false],
  ] as const)(
    'states that %s accepts videos, and whether images: %s [COMPOSER-24, COMPOSER-25, COMPOSER-26]',
    (name, images) => {
      expect(PLATFORM_PROFILES[name]).toMatchObject({ takesVideo: true, takesImages: images });
    },
  );
});
