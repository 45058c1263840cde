import { summaryOf } from '@storyreel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress, type RenderedAddress } from '../../testing/render-address';
import { offeredBy, selectNamed } from '../../testing/select';
import { postWith } from '../../testing/social-fixtures';

let server: AppServer;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  server = new AppServer([
    projectNumbered(1, { title: 'Beta', status: 'draft', sceneCount: 10 }),
    projectNumbered(2, { title: 'Alpha', status: 'in-progress', sceneCount: 9 }),
    projectNumbered(3, { title: 'Gamma', status: 'complete', sceneCount: 1 }),
  ]);
});
afterEach(leaveApp);

const page = () => within(screen.getByRole('main'));
const section = (name: string) => page().findByRole('region', { name: new RegExp(`^${name}`) });
const cardTitles = () =>
  page()
    .queryAllByRole('article')
    .map((card) => within(card).getByRole('heading').textContent);
async function open(): Promise<RenderedAddress> {
  const app = renderAddress();
  await screen.findByRole('heading', { name: 'Your Projects' });
  return app;
}
const choose = (user: RenderedAddress['user'], option: string): Promise<void> =>
  user.selectOptions(selectNamed('Status filter'), option);

/** Runs an action that the server refuses, and expects a toast with the reason and an error in the console. */
async function isTold(title: string, reason: string, run: () => Promise<void>): Promise<void> {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  try {
    await run();
    await screen.findByText(title);
    screen.getByText(reason);
    expect(logged).toHaveBeenCalledWith(title, expect.anything());
  } finally {
    logged.mockRestore();
  }
}

describe('the dashboard', () => {
  it('has its heading and subtitle [PROJ-01]', async () => {
    await open();
    page().getByText('Create and manage your AI-powered stories');
  });

  it('has two sections, with unfinished and complete projects [PROJ-04, PROJ-05]', async () => {
    await open();
    const active = within(await section('Draft & In Progress'));
    expect(active.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Beta',
      'Alpha',
    ]);
    const completed = within(await section('Completed Projects'));
    expect(completed.getByRole('article').textContent).toContain('Gamma');
  });

  it('filters by status [PROJ-02]', async () => {
    const { user } = await open();
    await section('Draft');
    expect(offeredBy(selectNamed('Status filter'))).toEqual(['All Status', 'Draft', 'In Progress', 'Complete']);

    await choose(user, 'Draft');
    expect(cardTitles()).toEqual(['Beta']);
    await choose(user, 'In Progress');
    expect(cardTitles()).toEqual(['Alpha']);
    await choose(user, 'Complete');
    expect(cardTitles()).toEqual(['Gamma']);
    await choose(user, 'All Status');
    expect(cardTitles()).toEqual(['Beta', 'Alpha', 'Gamma']);
  });

  it('says which section is empty [PROJ-06]', async () => {
    server.projects = [projectNumbered(1, { status: 'complete' })];
    await open();
    within(await section('Draft & In Progress')).getByText('No active projects');
    expect(screen.queryByText('No completed projects')).toBeNull();
    leaveApp();
    server.projects = [projectNumbered(1, { status: 'draft' })];
    await open();
    within(await section('Completed Projects')).getByText('No completed projects');
    expect(screen.queryByText('No active projects')).toBeNull();
  });

  it('creates a project by New Project: a draft with the default texts, which opens [PROJ-03, PROJ-28]', async () => {
    const { user, address } = await open();
    await user.click(page().getByRole('button', { name: 'New Project' }));
    await waitFor(() => expect(server.projects).toHaveLength(4));
    expect(server.projects[0]).toMatchObject({
      title: 'Untitled Project',
      description: 'A new story waiting to be created',
      status: 'draft',
    });
    expect(server.sent('POST', '/api/projects')[0]?.body).toMatchObject({ userId: server.user?.id });
    await waitFor(() => expect(address()).toContain(`project=${server.projects[0]?.id}`));
  });

  it('offers the first project when there is none [PROJ-07]', async () => {
    server.projects = [];
    const { user } = await open();
    await page().findByRole('heading', { name: 'No projects yet' });
    page().getByText('Create your first AI-powered story project');
    await user.click(page().getByRole('button', { name: 'Create First Project' }));
    await waitFor(() => expect(server.titles()).toEqual(['Untitled Project']));
  });

  it('shows and logs why a project could not be created [SHELL-29]', async () => {
    server.fail('POST', '/api/projects', 409, 'You have 500 projects, which is the limit.');
    await isTold("Couldn't create the project", 'You have 500 projects, which is the limit.', async () => {
      const { user } = await open();
      await user.click(page().getByRole('button', { name: 'New Project' }));
    });
  });

  it('reports that the projects cannot be read, and reads them again on demand', async () => {
    server.fail('GET', '/api/projects', 503);
    const { user } = await open();
    const again = await page().findByRole('button', { name: 'Try Again' });
    server.on('GET', '/api/projects', () => ({ json: server.projects.map(summaryOf) }));
    await user.click(again);
    await section('Completed Projects');
  });
});

describe('the list view of a narrow window', () => {
  it('has the next step of each project below its title, once', async () => {
    fakeWindow({ width: 390 });
    document.cookie = 'projects_view=list';
    await open();
    const rows = await screen.findAllByRole('row', { name: /Next: / });
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const [link, ...others] = within(row).getAllByRole('link', { name: /^Next: / });
      expect(others).toEqual([]);
      expect(link?.closest('td')?.className).toBe('title');
    }
  });
});

describe('the list view', () => {
  const headOf = (table: HTMLElement) =>
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
  const rowTitles = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[1]?.textContent);
  async function openList(): Promise<RenderedAddress> {
    const app = await open();
    await app.user.click(page().getByRole('radio', { name: 'List view' }));
    return app;
  }

  it('is one of two ways to look at the projects [PROJ-08]', async () => {
    const { user } = await openList();
    expect(page().getAllByRole('table')).toHaveLength(2);
    expect(page().queryByRole('article')).toBeNull();
    await user.click(page().getByRole('radio', { name: 'Grid view' }));
    expect(cardTitles()).toEqual(['Beta', 'Alpha', 'Gamma']);
  });

  it('has seven columns [PROJ-09]', async () => {
    await openList();
    const table = page().getByRole('table', { name: 'Draft & In Progress' });
    expect(headOf(table)).toEqual(['Move', 'Title', 'Description', 'Scenes', 'Progression', 'Status', 'Actions']);
  });

  it('sorts by title, scenes and status only, both ways, scene counts as numbers [PROJ-10]', async () => {
    const { user } = await openList();
    const table = () => page().getByRole('table', { name: 'Draft & In Progress' });
    const heads = () => within(table()).getAllByRole('columnheader');
    expect(
      heads()
        .filter((head) => within(head).queryByRole('button'))
        .map(({ textContent }) => textContent),
    ).toEqual(['Title', 'Scenes', 'Status']);
    const press = async (name: string) => user.click(within(table()).getByRole('button', { name }));

    await press('Title');
    expect(rowTitles(table())).toEqual(['Alpha', 'Beta']);
    expect(heads()[1]?.getAttribute('aria-sort')).toBe('ascending');
    await press('Title');
    expect(rowTitles(table())).toEqual(['Beta', 'Alpha']);
    expect(heads()[1]?.getAttribute('aria-sort')).toBe('descending');
    await press('Scenes');
    expect(rowTitles(table())).toEqual(['Alpha', 'Beta']);
    await press('Scenes');
    expect(rowTitles(table())).toEqual(['Beta', 'Alpha']);
    await press('Status');
    expect(rowTitles(table())).toEqual(['Beta', 'Alpha']);
    await press('Status');
    expect(rowTitles(table())).toEqual(['Alpha', 'Beta']);
  });

  it('shows handle, scene count and status of a project, and seven dots with titles [PROJ-20, DOTS-02, DOTS-08, DOTS-09]', async () => {
    server.projects = [
      projectNumbered(1, {
        title: 'Beta',
        status: 'in-progress',
        story: 'A story.',
        completedVideoUrl: '/api/media/v.mp4',
        sceneCount: 2,
        sceneCounts: {
          total: 2,
          described: 1,
          prompted: 1,
          withImage: 0,
          withMainVideo: 0,
          withImageAndMainVideo: 0,
          withAnyMedia: 0,
          narrated: 0,
        },
      }),
    ];
    server.data.social.posts.hold([postWith({ projectId: projectId(1), scheduledAt: '2031-01-01T09:00:00.000Z' })]);
    await openList();
    const row = within(page().getByRole('table')).getAllByRole('row')[1] ?? document.body;
    const cells = within(row).getAllByRole('cell');
    within(row).getByRole('button', { name: 'Move Beta' });
    expect(cells[3]?.textContent).toBe('2');
    expect(cells[5]?.textContent).toBe('In Progress');
    const dots = within(row).getAllByRole('img');
    expect(dots.map((dot) => [dot.getAttribute('aria-label'), dot.title, dot.dataset.colour])).toEqual([
      ['Story: Complete', 'Complete', 'green'],
      ['Scene: In Progress', 'In Progress', 'yellow'],
      ['Build: Not Started', 'Not Started', 'red'],
      ['Board: Not Started', 'Not Started', 'red'],
      ['Audio: Not Started', 'Not Started', 'red'],
      ['Create: Complete', 'Complete', 'green'],
      ['Publish: In Progress', 'In Progress', 'yellow'],
    ]);
  });

  it('makes title and description editable by a click [PROJ-21]', async () => {
    const { user } = await openList();
    await user.click(page().getByRole('button', { name: 'Beta' }));
    await user.clear(page().getByRole('textbox', { name: 'Title' }));
    await user.keyboard('  Better  {Enter}');
    await waitFor(() => expect(server.find(projectId(1)).title).toBe('Better'));
    await user.click(page().getByRole('button', { name: 'About 1' }));
    await user.keyboard(' and more');
    await user.tab();
    await waitFor(() => expect(server.find(projectId(1)).description).toBe('About 1 and more'));
    expect(server.sent('PATCH', `/api/projects/${projectId(1)}`).map(({ body }) => body)).toEqual([
      { title: 'Better' },
      { description: 'About 1 and more' },
    ]);
  });

  it('has a menu with Open, Duplicate and Delete [PROJ-22]', async () => {
    const { user, address } = await openList();
    await user.click(page().getByRole('button', { name: 'Actions for Beta' }));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(items).toEqual(['Open', 'Duplicate', 'Delete']);
    await user.click(screen.getByRole('menuitem', { name: 'Open' }));
    await waitFor(() => expect(address()).toContain(projectId(1)));
  });

  it('shows and logs why a project could not be duplicated [SHELL-29]', async () => {
    server.fail('POST', '/api/projects/:id/duplicate', 409, 'The copy would be too large.');
    const { user } = await openList();
    await isTold("Couldn't duplicate the project", 'The copy would be too large.', async () => {
      await user.click(page().getByRole('button', { name: 'Actions for Beta' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
    });
  });

  it('allows no drag while it is sorted', async () => {
    const { user } = await openList();
    const table = page().getByRole('table', { name: 'Draft & In Progress' });
    await user.click(within(table).getByRole('button', { name: 'Title' }));
    expect(page().getByRole('button', { name: 'Move Beta' })).toHaveProperty('disabled', true);
    await user.click(page().getByRole('button', { name: 'Clear Sorting' }));
    expect(page().getByRole('button', { name: 'Move Beta' })).toHaveProperty('disabled', false);
  });
});
