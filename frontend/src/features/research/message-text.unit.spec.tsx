import { screen } from '@testing-library/react';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fakeWindow } from '../../testing/fake-window';
import { renderApp, leaveApp } from '../../testing/render-app';
import { MessageText } from './MessageText';

const PROJECT = '5e1c1f0e-5d0a-4f7e-9a3c-000000000001';
const SCENE = '5ce00000-5d0a-4f7e-9a3c-000000000001';
beforeEach(() => {
  fakeWindow();
});
afterEach(leaveApp);

async function show(text: string, projectId: string | null = PROJECT): Promise<HTMLElement> {
  const component = () => (
    <div data-testid="reply">
      <MessageText projectId={projectId} text={text} />
    </div>
  );
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  renderApp(<RouterProvider router={router as never} />);
  return screen.findByTestId('reply');
}

describe('a reply', () => {
  it('is rendered as Markdown', async () => {
    const reply = await show('**Mara** keeps:\n\n- the lamp\n- the key\n\n1. one\n2. two\n\n`code`');
    expect(reply.querySelector('strong')?.textContent).toBe('Mara');
    expect([...reply.querySelectorAll('ul li')].map(({ textContent }) => textContent)).toEqual(['the lamp', 'the key']);
    expect(reply.querySelectorAll('ol li')).toHaveLength(2);
    expect(reply.querySelector('code')?.textContent).toBe('code');
  });

  it('links the scenes of its project in the workspace', async () => {
    const reply = await show(`In [Scene 3](scene:${SCENE}).`);
    expect(reply.querySelector('a')?.getAttribute('href')).toBe(`/?project=${PROJECT}&tab=scenes#scene-${SCENE}`);
  });

  it('opens outside links in a new window, without a referrer', async () => {
    const reply = await show('[here](https://example.com/a)');
    const link = reply.querySelector('a');
    expect(link?.getAttribute('href')).toBe('https://example.com/a');
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer');
    expect(link?.getAttribute('target')).toBe('_blank');
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:msgbox)',
    '[x](//evil.example)',
    '[x](/api/logout)',
    '[x](scene:nonsense)',
    '<javascript:alert(1)>',
  ])('has no link of %j', async (text) => {
    expect((await show(text)).querySelector('a')).toBeNull();
  });

  it('has no link to a scene where there is no project', async () => {
    expect((await show(`[Scene 1](scene:${SCENE})`, null)).querySelector('a')).toBeNull();
  });

  it.each([
    '![pixel](https://evil.example/a.png)',
    '<img src="https://evil.example/a.png" onerror="alert(1)">',
    '<iframe src="https://evil.example"></iframe>',
    '<script>alert(1)</script>',
    '<style>body{display:none}</style>',
    '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
    '<form action="/api/logout"><button>x</button></form>',
    '<svg onload="alert(1)"></svg>',
    '- [ ] a task',
    'A note[^1].\n\n[^1]: <img src=x onerror=alert(1)>',
    '# A heading with an id',
  ])('runs and fetches nothing: %j', async (text) => {
    const reply = await show(text);
    const strange =
      'img, iframe, script, style, form, button, input, svg, object, embed, link, meta, h1, [id], [onclick]';
    expect(reply.querySelector(strange)).toBeNull();
    for (const link of reply.querySelectorAll('a')) expect(link.getAttribute('href')).toMatch(/^https?:/);
  });

  it('is shown while it is written, wherever it ends', async () => {
    for (const text of ['**Mar', '[Scene 1](scene:', '```\nco', '| a | b', '- ']) {
      expect((await show(text)).isConnected).toBe(true);
      leaveApp();
    }
  });
});
