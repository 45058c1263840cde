import { screen, waitFor, within } from '@testing-library/react';
import type { AppServer } from '../../../testing/app-server';
import {
  button,
  card,
  connect,
  openComposer,
  sentPosts,
  serveComposer,
  writePost,
} from '../../../testing/composer-page';
import { selectNamed } from '../../../testing/select';
import { socialAccountOf } from '../../../testing/social-fixtures';
import { choiceFault, lengthFault, NO_TIKTOK_CHOICES, tiktokSettingsOf } from './tiktok-choices';

let server: AppServer;
serveComposer((made) => (server = made));

/** Opens a post for an account that is connected to TikTok itself. */
async function openForTikTok() {
  server.data.social.accounts.hold([socialAccountOf('tiktok', { kind: 'oauth' })]);
  const app = await openComposer();
  await writePost(app.user);
  const settings = within(await screen.findByRole('group', { name: 'TikTok settings' }));
  return { ...app, settings };
}

describe('TikTok’s choices', () => {
  it('are made by the author alone, and nothing is sent before', async () => {
    const { user, settings } = await openForTikTok();
    expect(settings.getByText('Gull Point')).toBeTruthy();
    for (const box of settings.getAllByRole('checkbox')) expect(box.getAttribute('aria-checked')).toBe('false');
    expect(settings.getByRole('checkbox', { name: 'Stitches' })).toHaveProperty('disabled', true);
    await user.click(button('Publish Now'));
    expect(settings.getByRole('alert').textContent).toBe('Choose who can watch this video on TikTok.');
    expect(sentPosts(server)).toEqual([]);

    await user.selectOptions(selectNamed('Who can watch this video'), 'Everyone');
    await user.click(settings.getByRole('checkbox', { name: 'Comments' }));
    await user.click(button('Publish Now'));
    await screen.findByText('Post Created');
    const tiktok = {
      privacyLevel: 'PUBLIC_TO_EVERYONE',
      ...{ allowsComments: true, allowsDuets: false, allowsStitches: false },
      ...{ promotesOwnBrand: false, promotesOthersBrand: false },
    };
    expect(sentPosts(server)).toMatchObject([{ platform: 'tiktok', tiktok }]);
  });

  it('name the promoted brand: branded content cannot be private, and its consent has two links', async () => {
    const { user, settings } = await openForTikTok();
    await user.selectOptions(selectNamed('Who can watch this video'), 'Everyone');
    await user.click(settings.getByRole('switch', { name: 'Disclose commercial content' }));
    await user.click(button('Publish Now'));
    expect(settings.getByRole('alert').textContent).toContain('promotes your own brand, another one, or both');
    const links = () => settings.getAllByRole('link').map(({ textContent }) => textContent);
    expect(links()).toEqual(['Music Usage Confirmation']);
    await user.click(settings.getByRole('checkbox', { name: 'Branded content' }));
    expect(links()).toEqual(['Branded Content Policy', 'Music Usage Confirmation']);
    const onlyYou = settings.getByRole('option', { name: /^Only you/ });
    expect(onlyYou).toHaveProperty('disabled', true);
  });

  it('leave only the author as the audience until TikTok has audited the installation', async () => {
    server.data.social.creator = { ...server.data.social.creator, isAudited: false };
    const { settings } = await openForTikTok();
    expect(settings.getByText(/^Only you can see this video on TikTok/)).toBeTruthy();
    const open = settings.getAllByRole('option').filter((option) => !(option as HTMLOptionElement).disabled);
    expect(open.map(({ textContent }) => textContent)).toEqual(['Only you']);
  });

  it('are hidden in the sandbox', async () => {
    connect(server, 'tiktok');
    await openComposer();
    await waitFor(() => expect(card('tiktok').getAttribute('aria-pressed')).toBe('true'));
    expect(screen.queryByText('On TikTok')).toBeNull();
  });

  it('are refused where TikTok would refuse them', () => {
    const creator = {
      nickname: 'Gull',
      privacyLevels: ['SELF_ONLY' as const],
      ...{ commentsOff: false, duetsOff: false, stitchesOff: false, longestSeconds: 60, isAudited: true },
    };
    const draft = { ...NO_TIKTOK_CHOICES, privacyLevel: 'SELF_ONLY' as const };
    expect(choiceFault(draft, creator)).toBeUndefined();
    expect(choiceFault({ ...draft, privacyLevel: 'PUBLIC_TO_EVERYONE' }, creator)).toContain("doesn't offer");
    const branded = { ...draft, isCommercial: true, promotesOthersBrand: true };
    expect(choiceFault(branded, creator)).toContain("can't be private");
    expect(tiktokSettingsOf({ ...branded, isCommercial: false })).toMatchObject({ promotesOthersBrand: false });
    expect(lengthFault(creator, 60)).toBeUndefined();
    expect(lengthFault(creator, 130.2)).toBe(
      'TikTok takes at most 60 seconds from this account. This video lasts 2 min 11 s.',
    );
  });
});
