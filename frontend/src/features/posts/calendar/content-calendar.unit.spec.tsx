import type { SocialPost } from '@storyreel/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { monthOf, weeksOfMonth, type Day } from '../../../platform/time/days';
import { ADA, type AppServer } from '../../../testing/app-server';
import { leaveApp } from '../../../testing/render-app';
import { postId, postWith, socialAccountOf } from '../../../testing/social-fixtures';
import { findToast, inCard, openSocial, type SocialStage } from '../../../testing/social-stage';
import { dayName } from './calendar-drag';

const CARD = 'Content Calendar';
/** Size of a calendar cell, since jsdom computes no layout. */
const [WIDTH, HEIGHT] = [100, 100];

/** Positions cells as a browser would, so that a drag can find them. */
function layOut(): jest.SpyInstance {
  return jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    // The drag preview has a position of its own.
    const follower = this.closest<HTMLElement>('[style*="position: fixed"]')?.style;
    if (follower) return new DOMRect(parseFloat(follower.left), parseFloat(follower.top), WIDTH, HEIGHT);
    const cells = [...document.querySelectorAll('td[data-day]')];
    const own = this.closest('td[data-day]');
    const at = own ? cells.indexOf(own) : -1;
    return at < 0 ? new DOMRect() : new DOMRect((at % 7) * WIDTH, Math.floor(at / 7) * HEIGHT, WIDTH, HEIGHT);
  });
}

let layout: jest.SpyInstance;
beforeEach(() => {
  globalThis.DOMRect ??= class {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    constructor(
      readonly x = 0,
      readonly y = 0,
      readonly width = 0,
      readonly height = 0,
    ) {
      [this.left, this.top, this.right, this.bottom] = [x, y, x + width, y + height];
    }
    toJSON(): unknown {
      return { x: this.x, y: this.y, width: this.width, height: this.height };
    }
    static fromRect({ x, y, width, height }: DOMRectInit = {}): DOMRect {
      return new DOMRect(x, y, width, height);
    }
  };
  jest.useFakeTimers({
    now: new Date(2026, 10, 11, 10),
    doNotFake: [
      'setTimeout',
      'setInterval',
      'queueMicrotask',
      'nextTick',
      'setImmediate',
      'requestAnimationFrame',
      'performance',
    ],
  });
  layout = layOut();
});
afterEach(() => {
  // Cancels a drag that a failed test has left, so that the next test does not drop it.
  fireEvent.keyDown(document, { code: 'Escape' });
  leaveApp();
  layout.mockRestore();
  jest.useRealTimers();
});

const TODAY: Day = '2026-11-11';
const at = (day: Day, time = '17:15'): string => new Date(`${day}T${time}`).toISOString();
const scheduled = (day: Day, part: Partial<SocialPost> = {}): SocialPost => postWith({ scheduledAt: at(day), ...part });
const open = (posts: SocialPost[], prepare?: Parameters<typeof openSocial>[0]): SocialStage =>
  openSocial({ accounts: [socialAccountOf('instagram')], posts, ...prepare });

const cell = (day: Day): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`td[data-day="${day}"]`);
  if (!found) throw new Error(`The calendar does not show ${day}`);
  return found;
};
const chipsOf = (day: Day): string[] =>
  [...cell(day).querySelectorAll('[data-status]')].map(({ textContent }) => textContent ?? '');
const chip = async (title: string): Promise<HTMLElement> =>
  (await inCard(CARD)).findByRole('button', { name: new RegExp(`^${title},`) });
const dayButton = async (day: Day): Promise<HTMLElement> =>
  (await inCard(CARD)).findByRole('button', { name: new RegExp(`^${dayName(day)}`) });
/** Returns the only post in the list below the calendar. */
const listed = async (): Promise<HTMLElement> =>
  within(await screen.findByRole('region', { name: /Posts on/ })).getByRole('listitem');
const press = (code: string): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, { code, key: code });
};
const said = (text: string): Promise<HTMLElement> => screen.findByText(text, { selector: '[aria-live]' });
async function pickUp(title: string, day: Day): Promise<void> {
  (await chip(title)).focus();
  press('Space');
  await said(`post ${title} is over ${dayName(day)}.`);
}
/** Drags a post by arrow keys, expects the given day after each, and drops it. */
async function drag(title: string, from: Day, ...steps: [arrow: string, to: Day][]): Promise<void> {
  await pickUp(title, from);
  for (const [arrow, day] of steps) {
    press(arrow);
    await said(`post ${title} is over ${dayName(day)}.`);
  }
  press('Space');
}

describe('the month', () => {
  it('has a week from Sunday to Saturday, its name, and buttons to its neighbours [SOCIAL-38]', async () => {
    const { user } = open([]);
    const card = await inCard(CARD);
    const headers = (await card.findAllByRole('columnheader')).map(({ textContent }) => textContent);
    expect(headers).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
    const days = () => [...document.querySelectorAll<HTMLElement>('td[data-day]')].map(({ dataset }) => dataset.day);
    expect(card.getByRole('heading', { level: 3, name: 'November 2026' })).toBeTruthy();
    expect(days()).toEqual(weeksOfMonth(TODAY).flat());
    await user.click(card.getByRole('button', { name: 'Next month' }));
    expect(card.getByRole('heading', { level: 3, name: 'December 2026' })).toBeTruthy();
    expect(days()).toEqual(weeksOfMonth('2026-12-01').flat());
    const previous = card.getByRole('button', { name: 'Previous month' });
    await user.click(previous);
    await user.click(previous);
    expect(card.getByRole('heading', { level: 3, name: 'October 2026' })).toBeTruthy();
    await user.click(card.getByRole('button', { name: 'Today' }));
    expect(card.getByRole('heading', { level: 3, name: 'November 2026' })).toBeTruthy();
  });

  it('marks today, and dims the days of its neighbours [SOCIAL-40]', async () => {
    open([]);
    expect((await dayButton(TODAY)).getAttribute('aria-current')).toBe('date');
    expect(document.querySelectorAll('[aria-current="date"]')).toHaveLength(1);
    for (const day of weeksOfMonth(TODAY).flat()) {
      expect([day, cell(day).dataset.outside]).toEqual([day, String(monthOf(day) !== monthOf(TODAY))]);
    }
  });
});

describe('a day', () => {
  const many = Array.from({ length: 5 }, (_, n) =>
    scheduled('2026-11-18', { id: postId(n + 1), title: `Post ${n + 1}`, scheduledAt: at('2026-11-18', `1${n}:00`) }),
  );

  it('shows three posts and counts the others [SOCIAL-39]', async () => {
    const { server, queryClient } = open(many);
    await chip('Post 1');
    expect(chipsOf('2026-11-18')).toEqual(['Post 1', 'Post 2', 'Post 3']);
    expect(cell('2026-11-18').textContent).toContain('+2 more');
    server.data.social.posts.hold(many.slice(0, 3));
    await queryClient.invalidateQueries();
    await waitFor(() => expect(cell('2026-11-18').textContent).not.toContain('more'));
    expect(chipsOf('2026-11-18')).toHaveLength(3);
  });

  it('lists its posts below, or says that there are none [SOCIAL-41]', async () => {
    const { user } = open(many);
    await chip('Post 1');
    await user.click(await dayButton('2026-11-18'));
    const list = within(await screen.findByRole('region', { name: /Posts on/ }));
    expect(list.getAllByRole('listitem')).toHaveLength(5);
    await user.click(await dayButton('2026-11-19'));
    expect(await screen.findByText('No posts scheduled for this date')).toBeTruthy();
  });

  it('has the posts scheduled for it, and the drafts created on it [SOCIAL-42]', async () => {
    open([
      scheduled('2026-11-18', { id: postId(1), title: 'Planned', createdAt: at('2026-11-02') }),
      postWith({ id: postId(2), title: 'Draft', createdAt: at('2026-11-03') }),
    ]);
    await chip('Planned');
    expect([chipsOf('2026-11-18'), chipsOf('2026-11-02'), chipsOf('2026-11-03')]).toEqual([['Planned'], [], ['Draft']]);
  });
});

describe('a post in the list of its day', () => {
  it('shows platform, status, title and the beginning of its content [SOCIAL-46]', async () => {
    const content = `${'A storm is coming. '.repeat(20)}The end.`;
    const { user } = open([scheduled('2026-11-18', { title: 'Storm', content, platform: 'tiktok' })]);
    await chip('Storm');
    await user.click(await dayButton('2026-11-18'));
    const card = await listed();
    expect(card.querySelector('svg[data-platform="tiktok"]')).toBeTruthy();
    const words = within(card);
    expect(words.getByText('Scheduled').closest('[data-variant]')).toBeTruthy();
    expect(words.getByText('Storm')).toBeTruthy();
    const excerpt = words.getByText(/^A storm is coming/).textContent;
    expect(excerpt.length).toBeLessThan(content.length / 2);
    expect(content.startsWith(excerpt.replace(/(…|\.\.\.)$/, '').trimEnd())).toBe(true);
  });

  it.each([
    ['published', 'default', 'Published'],
    ['scheduled', 'secondary', 'Scheduled'],
    ['failed', 'destructive', 'Failed'],
    ['draft', 'outline', 'Draft'],
  ] as const)('that is %s has a badge of the kind %s [SOCIAL-47]', async (status, variant, words) => {
    const { user } = open([scheduled('2026-11-18', { title: 'Storm', status })]);
    await chip('Storm');
    await user.click(await dayButton('2026-11-18'));
    const badge = within(await listed()).getByText(words);
    expect(badge.closest<HTMLElement>('[data-variant]')?.dataset.variant).toBe(variant);
  });
});

describe('moving a post', () => {
  it('shows it once to a screen reader while it is carried', async () => {
    open([scheduled('2026-11-17', { title: 'Storm' })]);
    await pickUp('Storm', '2026-11-17');
    const heard = screen.getAllByText('Storm').filter((words) => !words.closest('[aria-hidden="true"]'));
    expect(heard).toHaveLength(1);
    expect(screen.getAllByText('Storm')).toHaveLength(2);
  });

  it('keeps its time of day in the chosen time zone, and tells when clocks leap over it', async () => {
    jest.setSystemTime(new Date('2026-03-20T10:00:00Z'));
    const stage = open([scheduled(TODAY, { title: 'Storm', scheduledAt: '2026-03-28T01:30:00.000Z' })], {
      prepare: (server) => {
        server.user = { ...ADA, dates: { locale: 'de-DE', timeZone: 'Europe/Berlin' } };
      },
    });
    await screen.findByRole('heading', { level: 3, name: 'März 2026' });
    await screen.findByText('Days and times are those of Europe/Berlin, as chosen in Settings.');
    await drag('Storm', '2026-03-28', ['ArrowRight', '2026-03-29']);
    await findToast('Post Rescheduled', 'Clocks go forward that day and skip 02:30: 03:30 is used.');
    expect(patched(stage)).toMatchObject([{ scheduledAt: '2026-03-29T01:30:00.000Z' }]);
  });

  it('shows each post on its day in the chosen time zone, whatever the browser’s is', async () => {
    const prepare = (timeZone: string) => (server: AppServer) => {
      server.user = { ...ADA, dates: { locale: null, timeZone } };
    };
    for (const [zone, day] of [
      ['Pacific/Kiritimati', '2026-11-19'],
      ['Pacific/Pago_Pago', '2026-11-18'],
    ] as const) {
      open([scheduled(day, { title: 'Storm', scheduledAt: '2026-11-18T23:00:00.000Z' })], { prepare: prepare(zone) });
      await chip('Storm');
      expect(chipsOf(day)).toEqual(['Storm']);
      leaveApp();
    }
  });

  const patched = ({ server }: SocialStage) =>
    server.sent('PATCH', `/api/social/posts/${postId(1)}`).map(({ body }) => body);

  it('sets its day, keeps its time of day, and confirms it [SOCIAL-33, SOCIAL-43, SOCIAL-44]', async () => {
    const stage = open([scheduled('2026-11-17', { title: 'Storm' })]);
    await drag('Storm', '2026-11-17', ['ArrowRight', '2026-11-18'], ['ArrowDown', '2026-11-25']);
    expect(await findToast('Post Rescheduled', 'Your post has been rescheduled successfully')).toBe('default');
    expect(patched(stage)).toEqual([{ scheduledAt: at('2026-11-25'), status: 'scheduled' }]);
    expect([chipsOf('2026-11-17'), chipsOf('2026-11-25')]).toEqual([[], ['Storm']]);
    expect(stage.server.data.social.posts.live[0]?.scheduledAt).toBe(at('2026-11-25'));
    expect(stage.server.sent('GET', '/api/social/posts').length).toBeGreaterThan(1);
  });

  it('gives a draft nine in the morning, and schedules it [SOCIAL-43]', async () => {
    const stage = open([postWith({ title: 'Storm', createdAt: at(TODAY, '08:00') })]);
    await drag('Storm', TODAY, ['ArrowRight', '2026-11-12']);
    await waitFor(() =>
      expect(patched(stage)).toEqual([{ scheduledAt: at('2026-11-12', '09:00'), status: 'scheduled' }]),
    );
  });

  it('shows at once, and is reverted when it is refused [SOCIAL-45]', async () => {
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    const stage = open([scheduled('2026-11-17', { title: 'Storm' })]);
    stage.server.on('PATCH', '/api/social/posts/:id', () =>
      asked.then(() => ({ status: 500, json: { message: 'No', code: 'internal' } })),
    );
    await drag('Storm', '2026-11-17', ['ArrowRight', '2026-11-18']);
    await waitFor(() => expect(chipsOf('2026-11-18')).toEqual(['Storm']));
    answer();
    expect(await findToast('Reschedule Failed', 'Failed to reschedule post. Please try again.')).toBe('destructive');
    await waitFor(() => expect([chipsOf('2026-11-17'), chipsOf('2026-11-18')]).toEqual([['Storm'], []]));
  });

  it('into the past is not possible, and a time of today that has passed is reported', async () => {
    const stage = open([
      scheduled('2026-11-12', { title: 'Storm', scheduledAt: at('2026-11-12', '09:00') }),
      scheduled('2026-11-12', { id: postId(2), title: 'Calm', scheduledAt: at('2026-11-12', '18:00') }),
    ]);
    // In this test, today is the 11th and it is 10 a.m.
    await drag('Storm', '2026-11-12', ['ArrowLeft', TODAY], ['ArrowLeft', TODAY]);
    expect(await findToast('That time has passed', 'Open the post to choose a later time.')).toBe('destructive');
    expect(patched(stage)).toEqual([]);
    await drag('Calm', '2026-11-12', ['ArrowLeft', TODAY]);
    await waitFor(() => expect(chipsOf(TODAY)).toEqual(['Calm']));
  });

  it('announces each step to a screen reader', async () => {
    open([scheduled('2026-11-17', { title: 'Storm' })]);
    await pickUp('Storm', '2026-11-17');
    press('ArrowRight');
    await said(`post Storm is over ${dayName('2026-11-18')}.`);
    press('Escape');
    await said(`Move cancelled. post Storm stays on ${dayName('2026-11-17')}.`);
    expect(chipsOf('2026-11-17')).toEqual(['Storm']);
  });

  it.each([{ status: 'published' as const }, { isPublishing: true }])(
    'is not offered for one that is %o',
    async (part) => {
      const still = scheduled('2026-11-17', { title: 'Storm', ...part });
      open([still, scheduled('2026-11-18', { id: postId(2), title: 'Calm' })]);
      expect((await chip('Calm')).getAttribute('aria-roledescription')).toBe('draggable');
      expect((await chip('Storm')).getAttribute('aria-roledescription')).toBeNull();
    },
  );
});

it('offers to read the posts again after a failure', async () => {
  const { server, user } = open([scheduled('2026-11-17', { title: 'Storm' })], {
    prepare: (made) => made.fail('GET', '/api/social/posts', 503),
  });
  const retry = await (await inCard(CARD)).findByRole('button', { name: 'Try Again' });
  server.on('GET', '/api/social/posts', () => ({ json: server.data.social.posts.live }));
  await user.click(retry);
  await chip('Storm');
});
