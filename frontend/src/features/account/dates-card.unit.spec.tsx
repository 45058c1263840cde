import { screen, waitFor, within } from '@testing-library/react';
import { ADA, AppServer } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { renderAddress } from '../../testing/render-address';
import { leaveApp } from '../../testing/render-app';
import { selectNamed, shownBy } from '../../testing/select';
import { visitorZone } from '../../platform/time/written-dates';
import { findOptions } from '../../ui/SearchSelect';

let server: AppServer;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  server = new AppServer();
});
afterEach(leaveApp);
const open = async () => {
  const app = renderAddress('/settings');
  return { ...app, card: within(await screen.findByRole('region', { name: 'Dates and Times' })) };
};
const sent = () => server.sent('PATCH', '/api/account/dates').map(({ body }) => body);

describe('dates and times', () => {
  it('are written as chosen, in a zone that is found by typing, on all of the screen at once', async () => {
    const { user, card } = await open();
    await user.selectOptions(selectNamed('Date format'), screen.getByRole('option', { name: /^German \(Austria\)/ }));
    await screen.findByText('Dates and times saved');
    await user.click(card.getByRole('button', { name: /^Time zone: Automatic/ }));
    await user.type(await screen.findByRole('combobox', { name: 'Search time zone' }), 'kolkata{Enter}');
    await card.findByRole('button', { name: 'Time zone: Asia/Calcutta' });
    await waitFor(() => expect(visitorZone()).toBe('Asia/Calcutta'));
    expect(sent()).toEqual([
      { locale: 'de-AT', timeZone: null },
      { locale: 'de-AT', timeZone: 'Asia/Calcutta' },
    ]);
    expect(card.getByText(/^Now: /).textContent).toMatch(/um .*(IST|GMT\+5:30)/);
    for (const time of document.querySelectorAll('time')) {
      const format = new Intl.DateTimeFormat('de-AT', {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: 'Asia/Calcutta',
      });
      expect(time.textContent).toBe(format.format(new Date(time.dateTime)));
    }
  });

  it('are as chosen elsewhere from the first screen on, and go back to the browser’s', async () => {
    server.user = { ...ADA, dates: { locale: 'ja-JP', timeZone: 'Asia/Tokyo' } };
    const { user, card } = await open();
    expect(shownBy(selectNamed('Date format'))).toContain('Japanese');
    expect(visitorZone()).toBe('Asia/Tokyo');
    await user.click(card.getByRole('button', { name: 'Time zone: Asia/Tokyo' }));
    await user.click(
      within(await screen.findByRole('listbox', { name: 'Time zone' })).getByRole('option', { name: /^Automatic/ }),
    );
    await waitFor(() => expect(sent()).toEqual([{ locale: 'ja-JP', timeZone: null }]));
  });

  it('say so in a browser that does not know the zone', async () => {
    server.user = { ...ADA, dates: { locale: null, timeZone: 'Mars/Olympus_Mons' } };
    const { card } = await open();
    card.getByText('This browser does not know this time zone, and shows times in its own.');
  });

  it('stay as they were when they cannot be saved', async () => {
    server.on('PATCH', '/api/account/dates', () => ({ status: 500, json: { message: 'No', code: 'internal' } }));
    const { user } = await open();
    await user.selectOptions(selectNamed('Date format'), screen.getByRole('option', { name: /^Polish/ }));
    await screen.findByText("Couldn't save dates and times");
    expect(shownBy(selectNamed('Date format'))).toContain('Automatic');
  });
});

describe('options', () => {
  const options = ['Europe/London', 'America/New York', 'Asia/Ho Chi Minh', 'America/São Paulo'].map((label) => ({
    value: label,
    label,
    ...(label.startsWith('Asia') && { aliases: 'Saigon' }),
  }));
  it.each([
    ['lon', ['Europe/London']],
    ['new york', ['America/New York']],
    ['york amer', ['America/New York']],
    ['sao', ['America/São Paulo']],
    ['SAIGON', ['Asia/Ho Chi Minh']],
    ['on', ['Europe/London', 'Asia/Ho Chi Minh']],
    ['nowhere', []],
  ])('are found by %s', (typed, found) => {
    expect(findOptions(options, typed).map(({ label }) => label)).toEqual(found);
  });
});
