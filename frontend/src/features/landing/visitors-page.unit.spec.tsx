import { act, fireEvent, render, screen } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { fakeWindow } from '../../testing/fake-window';
import { TooltipProvider } from '../../ui';
import { LandingPage } from './LandingPage';
import { prerender } from './prerender';
import { VisitorsPage } from './VisitorsPage';

let drawn: string;
let root: Root | null = null;
beforeAll(() => {
  drawn = prerender();
});
beforeEach(() => {
  fakeWindow();
  document.body.innerHTML = `<div id="root">${drawn}</div>`;
});
afterEach(() => act(() => root?.unmount()));

/** Hydrates the page as landing.tsx does. Returns the mismatches that React reports. */
async function bringToLife(): Promise<unknown[]> {
  const differences: unknown[] = [];
  const element = document.getElementById('root');
  if (!element) throw new Error('There is no #root.');
  await act(async () => {
    root = hydrateRoot(element, <VisitorsPage />, { onRecoverableError: (error) => void differences.push(error) });
  });
  return differences;
}

describe('the landing page as the build draws it', () => {
  it('is complete without a script, with the targets of its links', () => {
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^From a written story to short videos/);
    expect(screen.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/api/login');
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/api/login?form=sign-in');
    expect(screen.getByRole('region', { name: 'Pay as you use' })).toBeDefined();
  });

  it('comes to life without being drawn again', async () => {
    const heading = screen.getByRole('heading', { level: 1 });
    expect(await bringToLife()).toEqual([]);
    expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
    fireEvent.click(screen.getByRole('button', { name: /^Switch to (light|dark) theme$/ }));
    expect(document.documentElement.dataset.theme).toMatch(/light|dark/);
  });

  it('leads on to the requested address', async () => {
    window.history.replaceState(null, '', '/calendar?day=1');
    await bringToLife();
    const link = screen.getByRole('link', { name: 'Get Started' });
    expect(link.getAttribute('href')).toBe('/api/login?next=%2Fcalendar%3Fday%3D1');
  });
});

it('shows a farewell page after an erasure, with a link to the first page', () => {
  document.body.replaceChildren();
  render(
    <TooltipProvider>
      <LandingPage asked="/?erased" />
    </TooltipProvider>,
  );
  expect(screen.getByRole('status').textContent).toContain('Your account is being erased');
  expect(screen.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/api/login');
});
