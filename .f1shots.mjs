import { chromium } from '@playwright/test';
const base = 'http://localhost:4811';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic'] });
const shot = async (page, name) => page.screenshot({ path: `/tmp/shots/${name}.png` });
const consoleErrors = [];
async function session(width, scheme) {
  const context = await browser.newContext({ viewport: { width, height: width < 500 ? 844 : 900 }, colorScheme: scheme });
  const page = await context.newPage();
  page.on('console', (m) => ['error','warning'].includes(m.type()) && consoleErrors.push(`${width}/${scheme} ${page.url()} ${m.text()}`));
  page.on('pageerror', (e) => consoleErrors.push('PAGEERROR ' + e.message));
  return { context, page };
}
const email = `f1-${Date.now()}@example.com`;
const first = await session(1440, 'dark');
const r = await first.context.request.post(base + '/api/register', { data: { email, password: 'correct horse battery', firstName: 'Ada' }, headers: { origin: base } });
console.log('register', r.status(), (await r.text()).slice(0,200));
const titles = [['The Keeper of the Light','A keeper, a storm, and the ship that should not be there.','in-progress'],['Nine Doors','A locksmith opens the wrong one.','draft'],['Salt & Honey','Two sisters, one bakery.','complete'],['A very long title that goes on and on about a river, a mill and the miller’s daughter','', 'draft']];
for (const [title, description, status] of titles) { const a = await first.context.request.post(base + '/api/projects', { data: { title, description, status, story: 'Once upon a time. There was a sea.' }, headers: { origin: base } }); if (!a.ok()) console.log(a.status(), await a.text()); }
const projects = await (await first.context.request.get(base + '/api/projects')).json();
console.log(projects.length);
const cookies = await first.context.cookies();
for (const [width, scheme] of [[1440,'dark'],[1440,'light'],[390,'dark'],[390,'light']]) {
  const tag = `${width}-${scheme}`;
  const anon = await session(width, scheme);
  await anon.page.goto(base + '/'); await anon.page.getByRole('link', { name: 'Get Started' }).waitFor(); await shot(anon.page, `landing-${tag}`);
  const { context, page } = await session(width, scheme);
  await context.addCookies(cookies);
  await page.goto(base + '/'); await page.getByRole('article').first().waitFor(); await page.waitForLoadState('networkidle'); await shot(page, `dashboard-${tag}`);
  await page.getByRole('radio', { name: 'List view' }).click(); await shot(page, `list-${tag}`);
  await page.getByRole('radio', { name: 'Grid view' }).click();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth); if (wide > 0) console.log('SIDEWAYS dashboard', tag, wide);
  for (const path of ['styles','settings','credits','research','social','create-post','calendar','nope']) {
    await page.goto(`${base}/${path}`); await page.getByRole('heading', { level: 1 }).waitFor(); await page.waitForLoadState('networkidle'); await shot(page, `${path}-${tag}`);
    const w = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth); if (w > 0) console.log('SIDEWAYS', path, tag, w);
  }
  await page.goto(`${base}/?project=${projects[0].id}`); await page.getByRole('button', { name: 'New Scene' }).waitFor(); await page.waitForLoadState('networkidle'); await shot(page, `workspace-${tag}`);
  const w = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth); if (w > 0) console.log('SIDEWAYS workspace', tag, w);
  await page.goto(base + '/styles'); await page.getByRole('button', { name: 'Add New Style' }).click(); await page.getByRole('dialog').waitFor(); await shot(page, `style-dialog-${tag}`);
  await page.goto(base + '/'); await page.getByRole('article').first().waitFor();
  if (width < 500) { await page.getByRole('button', { name: 'Toggle sidebar' }).click(); await page.getByRole('dialog').waitFor(); await page.waitForTimeout(300); await shot(page, `sidebar-${tag}`); await page.keyboard.press('Escape'); }
  else { await page.keyboard.press('Control+b'); await page.waitForTimeout(300); await shot(page, `collapsed-${tag}`); await page.keyboard.press('Control+b'); }
  await page.getByRole('button', { name: /^Actions for Nine/ }).click(); await page.getByRole('menu').waitFor(); await shot(page, `menu-${tag}`);
  await page.getByRole('menuitem', { name: 'Delete' }).click(); await page.getByRole('alertdialog').waitFor(); await shot(page, `delete-${tag}`);
  await page.getByRole('button', { name: 'Delete' }).click(); await page.getByText('Project deleted', { exact: true }).waitFor(); await page.waitForTimeout(300); await shot(page, `toast-${tag}`);
  await page.getByRole('button', { name: 'Undo' }).click(); await page.getByText('Project restored', { exact: true }).waitFor();
  await context.close(); await anon.context.close();
}
console.log([...new Set(consoleErrors)].join('\n'));
await browser.close();
