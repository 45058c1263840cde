import type { PerformanceRow, PostStatistics } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { leaveApp } from '../../../testing/render-app';
import { postWith, socialAccountOf } from '../../../testing/social-fixtures';
import { inCard, openSocial } from '../../../testing/social-stage';

afterEach(leaveApp);

const READ: PostStatistics = {
  numbers: { views: 1_204, likes: 88, comments: null },
  asOf: '2026-11-28T00:10:00.000Z',
  sandbox: false,
  trouble: null,
  days: [
    { day: '2026-11-26', views: 400 },
    { day: '2026-11-28', views: 1_204 },
  ],
};
const NOTHING: PostStatistics = { numbers: null, asOf: null, sandbox: false, trouble: null, days: [] };

/** Opens the dialog of a published post. */
async function open(statistics: PostStatistics, isReal = false) {
  const now = new Date().toISOString();
  const times = { createdAt: now, updatedAt: now, publishedAt: now };
  const post = postWith({ title: 'Storm', status: 'published', ...times, statistics });
  const stage = openSocial({
    accounts: [socialAccountOf('instagram', { kind: isReal ? 'oauth' : 'sandbox' })],
    posts: [post],
    prepare: (server) => {
      if (!isReal) return;
      server.on('GET', '/api/social/connections', () => ({
        json: [{ platform: 'instagram', kind: 'oauth', authorizeUrl: '/api/social/authorize/instagram' }],
      }));
    },
  });
  const calendar = await inCard('Content Calendar');
  await stage.user.click(await calendar.findByRole('button', { name: /^Storm,/ }));
  return within(await screen.findByRole('dialog', { name: 'Storm' }));
}

describe('a published post', () => {
  it('shows its views, likes and comments, their course, and when they were read', async () => {
    const dialog = await open(READ);
    const numbers = dialog.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(numbers).toEqual([
      ['Views', '1,204'],
      ['Likes', '88'],
      ['Comments', '–'],
    ]);
    expect(dialog.getByRole('img', { name: 'Views from 400 to 1,204 in 2 days' })).toBeTruthy();
    expect(dialog.getByText(/^As of/).querySelector('time')?.dateTime).toBe(READ.asOf);
  });

  it('says that the sandbox has invented its numbers', async () => {
    const dialog = await open({ ...READ, sandbox: true });
    expect(dialog.getByText(/invented by the sandbox/)).toBeTruthy();
  });

  it.each<[string, Partial<PostStatistics>, RegExp]>([
    ['nothing was read yet', {}, /^Views appear here within a day\.$/],
    ['the permission is missing', { trouble: 'scope' }, /^Connect Instagram again to see views/],
    ['the platform no longer shows it', { trouble: 'gone' }, /^Instagram doesn't show this post any more/],
    ['the platform named no id', { trouble: 'no_id' }, /its views can't be read/],
  ])('says why it has no numbers: %s', async (_, part, words) => {
    const dialog = await open({ ...NOTHING, ...part });
    expect(dialog.getByText(words)).toBeTruthy();
  });

  it('leads to the consent page when the permission is missing', async () => {
    const dialog = await open({ ...NOTHING, trouble: 'scope' }, true);
    expect(await dialog.findByRole('button', { name: 'Connect Again' })).toBeTruthy();
  });
});

describe('the performance', () => {
  const row = (part: Partial<PerformanceRow>): PerformanceRow => ({
    ...{ key: 'lamp', label: 'The Lamp', sandbox: false, posts: 2, views: 12_000, zaps: 30, zapsPer1000Views: 2.5 },
    ...part,
  });
  const cells = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((line) =>
        within(line)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );

  it('tells the zaps of a thousand views by project, style and model', async () => {
    const { user } = openSocial({
      prepare: ({ data }) => {
        data.audit.performance = {
          project: [row({}), row({ sandbox: true, views: 0, zapsPer1000Views: null })],
          style: [row({ key: '', label: '' })],
        };
      },
    });
    const card = await inCard('Performance');
    expect(cells(await card.findByRole('table', { name: 'Performance by project' }))).toEqual([
      ['The Lamp12,000 views', '2', '12,000', '30.00', '2.50'],
      ['The LampSandbox0 views', '2', '0', '30.00', '–'],
    ]);
    await user.click(card.getByRole('radio', { name: 'Style' }));
    expect(cells(await card.findByRole('table', { name: 'Performance by style' }))[0]?.[0]).toBe(
      'No style12,000 views',
    );
    await user.click(card.getByRole('radio', { name: 'Model' }));
    expect(await card.findByText('No views yet')).toBeTruthy();
  });

  it('can be asked for again when it could not be read', async () => {
    const { user, server } = openSocial({
      prepare: (made) => made.fail('GET', '/api/credits/performance', 503),
    });
    const card = await inCard('Performance');
    const again = await card.findByRole('button', { name: 'Try Again' });
    server.on('GET', '/api/credits/performance', () => ({ json: [row({})] }));
    await user.click(again);
    expect(await card.findByRole('table', { name: 'Performance by project' })).toBeTruthy();
  });
});
