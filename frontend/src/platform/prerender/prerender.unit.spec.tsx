import { act } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { keepFocusedLink } from './prerender';

/** Two projects with the same title, as both the prerender and the app show them. */
const DRAWN = '<a href="/?project=1">Lamp</a><a href="/?project=2">Lamp</a><a href="/zaps">Zaps</a>';
let page: HTMLElement;
beforeEach(() => {
  page = document.createElement('div');
  page.innerHTML = DRAWN;
  document.body.append(page);
});
afterEach(() => document.body.replaceChildren());

const drawn = (href: string) => page.querySelector<HTMLAnchorElement>(`a[href="${href}"]`);

async function takeOver(hrefs: string[], beforeCommit: () => void = () => undefined): Promise<void> {
  keepFocusedLink(page);
  beforeCommit();
  await act(async () =>
    createRoot(page).render(
      <main>
        {hrefs.map((href) => (
          <a key={href} href={href}>
            Lamp
          </a>
        ))}
      </main>,
    ),
  );
}

describe('a focused link of the prerendered page', () => {
  it('is focused in the app too', async () => {
    const before = drawn('/?project=2');
    before?.focus();
    await takeOver(['/?project=1', '/?project=2']);
    expect(before?.isConnected).toBe(false);
    expect(document.activeElement).toBe(drawn('/?project=2'));
  });

  it('passes the focus to no other link when the app lacks it', async () => {
    drawn('/?project=2')?.focus();
    await takeOver(['/?project=1', '/zaps']);
    expect(document.activeElement).toBe(document.body);
  });

  it('does not take the focus back from where the user moved it meanwhile', async () => {
    const field = document.createElement('input');
    document.body.append(field);
    drawn('/?project=2')?.focus();
    await takeOver(['/?project=2'], () => field.focus());
    expect(document.activeElement).toBe(field);
  });
});
