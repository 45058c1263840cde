const AUDIT_VIEWS = ['balances', 'holds', 'spending', 'reconciliation', 'payments', 'proof', 'access'];
const TABS = ['settings', 'story', 'scenes', 'build', 'board', 'audio', 'create', 'publish'];

/**
 * Every screen of the product, by the name of its screenshot. `{project}` stands for a project's id; `staff`: the
 * screen needs an account with roles.
 * @typedef {{ name: string, path: string, signedIn: boolean, staff?: true }} Screen
 * @type {Screen[]}
 */
export const SCREENS = [
  { name: 'landing', path: '/', signedIn: false },
  { name: 'sign-in', path: '/api/login', signedIn: false },
  { name: 'dashboard', path: '/', signedIn: true },
  ...TABS.map((tab) => ({ name: `project-${tab}`, path: `/?project={project}&tab=${tab}`, signedIn: true })),
  { name: 'project-choose', path: '/?project={project}&tab=build&choose=images', signedIn: true },
  { name: 'research', path: '/research', signedIn: true },
  { name: 'research-project', path: '/research?project={project}', signedIn: true },
  { name: 'social', path: '/social', signedIn: true },
  { name: 'social-published', path: '/social/published', signedIn: true },
  { name: 'create-post', path: '/create-post', signedIn: true },
  { name: 'create-post-film', path: '/create-post?projectId={project}&video=final', signedIn: true },
  { name: 'calendar', path: '/calendar', signedIn: true },
  { name: 'styles', path: '/styles', signedIn: true },
  { name: 'zaps', path: '/credits', signedIn: true },
  { name: 'settings', path: '/settings', signedIn: true },
  { name: 'audit', path: '/audit', signedIn: true, staff: true },
  ...AUDIT_VIEWS.map((view) => ({
    name: `audit-${view}`,
    path: `/audit?view=${view}`,
    signedIn: true,
    staff: /** @type {const} */ (true),
  })),
  { name: 'runs', path: '/runs', signedIn: true, staff: true },
  { name: 'runs-views', path: '/runs?view=views', signedIn: true, staff: true },
  { name: 'runs-tail', path: '/runs?view=tail', signedIn: true, staff: true },
  { name: 'runs-stuck', path: '/runs?view=stuck', signedIn: true, staff: true },
  { name: 'not-found', path: '/no-such-page', signedIn: true },
];

export const SIZES = [
  { name: '1440', viewport: { width: 1440, height: 900 } },
  { name: '390', viewport: { width: 390, height: 844 } },
];
export const THEMES = /** @type {const} */ (['light', 'dark']);
