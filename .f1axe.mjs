import { chromium } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';
const base = 'http://localhost:4811';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic'] });
const email = `axe-${Date.now()}@example.com`;
const boot = await browser.newContext();
await boot.request.post(base + '/api/register', { data: { email, password: 'correct horse battery', firstName: 'Ada' }, headers: { origin: base } });
for (const t of ['One','Two','Three']) await boot.request.post(base + '/api/projects', { data: { title: t, description: 'About '+t, status: t==='Three'?'complete':'draft' }, headers: { origin: base } });
await boot.request.post(base + '/api/styles', { data: { name:'Ink', description:null, imageUrl:'https://example.com/x.png', prompt:null, category:'Flux', attributes:null }, headers: { origin: base } }).then(async r=>console.log('style', r.status()));
await boot.request.post(base + '/api/credits/add-zaps', { data: { amount: 100 }, headers: { origin: base } });
const projects = await (await boot.request.get(base + '/api/projects')).json();
const cookies = await boot.cookies();
const scan = async (page, name) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const v of violations) console.log(name, '|', v.id, v.impact, '|', v.nodes.slice(0,3).map((n) => n.html.slice(0,140) + ' :: ' + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? '')).join('\n     '));
};
for (const scheme of ['dark','light']) for (const width of [1440, 390]) {
  const tag = `${scheme}-${width}`;
  const anon = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const ap = await anon.newPage(); await ap.goto(base); await ap.getByRole('link', { name: 'Get Started' }).waitFor(); await scan(ap, `landing ${tag}`); await anon.close();
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await context.addCookies(cookies); const page = await context.newPage();
  await page.goto(base); await page.getByRole('article').first().waitFor(); await scan(page, `dashboard ${tag}`);
  await page.getByRole('button', { name: 'Actions for One' }).click(); await page.getByRole('menu').waitFor(); await scan(page, `menu ${tag}`); 
  await page.getByRole('menuitem', { name: 'Delete' }).click(); await page.getByRole('alertdialog').waitFor(); await scan(page, `delete ${tag}`); await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'List view' }).click(); await scan(page, `list ${tag}`);
  await page.getByRole('button', { name: 'Account' }).click(); await page.getByRole('menu').waitFor(); await scan(page, `account ${tag}`); await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Status filter' }).click(); await page.getByRole('listbox').waitFor(); await scan(page, `select ${tag}`); await page.keyboard.press('Escape');
  if (width === 390) { await page.getByRole('button', { name: 'Toggle sidebar' }).click(); await page.getByRole('dialog').waitFor(); await scan(page, `sidebar ${tag}`); await page.keyboard.press('Escape'); }
  else { await page.keyboard.press('Control+b'); await scan(page, `collapsed ${tag}`); await page.keyboard.press('Control+b'); }
  for (const path of ['styles','settings','credits','research','social','create-post','calendar','nope']) { await page.goto(`${base}/${path}`); await page.getByRole('heading', { level: 1 }).waitFor(); await page.waitForLoadState('networkidle'); await scan(page, `${path} ${tag}`); }
  await page.goto(base + '/credits'); for (const t of ['Projects','Usage','Transactions']) { await page.getByRole('tab', { name: t }).click(); await page.waitForLoadState('networkidle'); await scan(page, `credits ${t} ${tag}`); }
  await page.goto(base + '/styles'); await page.getByRole('button', { name: 'Add New Style' }).click(); await page.getByRole('dialog').waitFor(); await scan(page, `style dialog ${tag}`);
  await page.getByRole('button', { name: 'Create Style' }).click(); await page.getByText('Validation Error', { exact: true }).waitFor(); await scan(page, `toast ${tag}`);
  await context.close();
}
// drags
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } }); await context.addCookies(cookies); const page = await context.newPage();
const order = async () => (await (await context.request.get(base + '/api/projects')).json()).map((p) => p.title).join();
await page.goto(base); await page.getByRole('article').first().waitFor(); console.log('start', await order());
const cards = page.getByRole('article'); const a = await cards.nth(0).boundingBox(), b = await cards.nth(1).boundingBox();
await page.mouse.move(a.x + 60, a.y + 100); await page.mouse.down(); await page.mouse.move(a.x + 80, a.y + 100, { steps: 4 }); await page.mouse.move(b.x + 120, b.y + 100, { steps: 12 });
await Promise.all([page.waitForResponse((r) => r.url().includes('/reorder')), page.mouse.up()]); console.log('card drag', await order(), page.url());
await page.getByRole('radio', { name: 'List view' }).click();
const first = page.getByRole('button', { name: /^Move / }).first(); await first.focus(); await page.keyboard.press('Space'); await page.waitForFunction(() => document.querySelector('[id^="DndLiveRegion"]')?.textContent?.length > 0);
for (let i = 0; i < 2; i++) { await page.keyboard.press('ArrowDown'); await page.waitForTimeout(150); }
console.log('announced', await page.evaluate(() => [...document.querySelectorAll('[id^="DndLiveRegion"]')].map((e) => e.textContent)));
await Promise.all([page.waitForResponse((r) => r.url().includes('/reorder')), page.keyboard.press('Space')]); console.log('keyboard drag', await order(), await page.evaluate(() => document.activeElement?.getAttribute('aria-label')));
await page.reload(); await page.getByRole('table').first().waitFor(); console.log('after reload', await page.getByRole('row').allTextContents());
await browser.close();
