import type { ProjectSummary, User } from '@storyreel/contracts';
import { drawFirstLook } from './first-look';
import { findAutosave } from './platform/autosave/autosave-registry';
import { summaryNumbered } from './testing/app-server';

const ADA: User = {
  id: 'ada',
  email: 'ada@example.com',
  firstName: 'Ada',
  roles: [],
  dates: { locale: null, timeZone: null },
};
const HOSTILE = `</style></div><script>alert(1)</script><img src=x onerror=alert(1)><button onclick="x">'"&`;

const answersFor = (user: User, projects: ProjectSummary[]) => ({
  '/api/auth/user': user,
  '/api/projects?fields=summary': projects,
  '/api/credits/balance': { balance: 100 },
  '/api/batches': [],
  '/api/social/project-posts': [],
});
const draw = (projects: ProjectSummary[], cookies = '', user = ADA): Promise<string> =>
  drawFirstLook({ address: '/', cookies, answers: answersFor(user, projects) });
const tagsOf = (html: string, name: string): string[] => html.match(new RegExp(`<${name}[ >][^>]*`, 'g')) ?? [];

describe('the prerendered dashboard', () => {
  it('shows the projects of the requesting user', async () => {
    const project = summaryNumbered(1, { title: 'The keeper', sceneCount: 4, thumbnail: '/api/media/lamp' });
    const html = await draw([project]);
    expect(html).toContain('Your Projects');
    expect(html).toContain('The keeper');
    expect(html).toContain('4 scenes');
    expect(html).toContain('/api/media/lamp?width=160');
    expect(html).toContain(`href="/?project=${project.id}"`);
  });

  it('has the same length with a hundred projects, and counts all of them', async () => {
    const html = await draw(Array.from({ length: 100 }, (_, at) => summaryNumbered(at + 1)));
    expect(tagsOf(html, 'article')).toHaveLength(24);
    expect(html).toContain('>100</span>');
  });

  it('keeps nothing of one visitor for the next', async () => {
    const project = summaryNumbered(1, { title: 'Mine' });
    await draw([project]);
    expect(findAutosave(`project/${project.id}/title`)).toBeUndefined();
    const html = await draw([{ ...project, title: 'Yours' }], '', { ...ADA, id: 'eve', firstName: 'Eve' });
    expect(html).toContain('Yours');
    expect(html).not.toMatch(/Mine|Ada/);
  });

  it('keeps user text from breaking out of its data', async () => {
    const html = await draw([summaryNumbered(1, { title: HOSTILE, description: HOSTILE, thumbnail: `/x"${HOSTILE}` })]);
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(tagsOf(html, 'script')).toEqual([]);
    expect(html.match(/<\/style>/g)).toHaveLength(1);
    const withoutWords = html.replaceAll(/"[^"]*"/g, '""');
    expect(withoutWords.match(/<[^>]* on\w+=/g)).toBeNull();
  });

  it('has no active buttons or fields before the app has started', async () => {
    const html = await draw([summaryNumbered(1)]);
    const controls = ['button', 'select', 'input', 'textarea'].flatMap((name) => tagsOf(html, name));
    expect(controls.length).toBeGreaterThan(5);
    const atRest = /^<(button tabindex="-1" aria-disabled="true"|select inert|(input|textarea) readonly tabindex="-1")/;
    expect(controls.filter((tag) => !atRest.test(tag))).toEqual([]);
    expect(tagsOf(html, 'a').filter((tag) => tag.includes('inert'))).toEqual([]);
  });

  it('follows the visitor’s settings: the list view, and the closed sidebar', async () => {
    const cards = await draw([summaryNumbered(1)]);
    const list = await draw([summaryNumbered(1)], 'sidebar_state=false; projects_view=list');
    expect([cards, list].map((html) => tagsOf(html, 'table').length)).toEqual([0, 1]);
    expect([cards, list].map((html) => /data-state="(open|collapsed)"/.exec(html)?.[1])).toEqual(['open', 'collapsed']);
  });
});
