import type { Locator, Page } from '@playwright/test';
import type { Scene } from '@storyreel/contracts';
import { spoilLine } from './support/bad-line';
import { first, makeProject } from './support/content';
import { replacedTexts } from './support/interruptions';
import type { ScenePanel } from './support/pages/scene-panel';
import { WorkspacePage } from './support/pages/workspace-page';
import { seeded } from './support/seeded';
import { expect, test } from './support/test';

/** More edits: TWO_WINDOWS_EDITS=200; to repeat a run: TWO_WINDOWS_SEED=… */
const EDITS = Number(process.env['TWO_WINDOWS_EDITS'] ?? 10);
const SEED = Number(process.env['TWO_WINDOWS_SEED'] ?? Date.now() % 1_000_000);
const EDITS_A_ROUND = 5;

const FIELDS = {
  'Scene Description': 'description',
  'Image Prompt': 'imagePrompt',
  'Video Prompt': 'videoPrompt',
} as const;
type Label = keyof typeof FIELDS;
const LABELS = Object.keys(FIELDS) as Label[];

interface Window {
  name: string;
  page: Page;
  scene: ScenePanel;
  line: Awaited<ReturnType<typeof spoilLine>>;
}

/** Replaces the text in one step: a save from the other window between the two steps of `fill` clears the selection. */
const replaceText = (field: Locator, text: string): Promise<void> =>
  field.evaluate((node: HTMLTextAreaElement, value) => {
    node.focus();
    node.select();
    document.execCommand('insertText', false, value);
  }, text);

/** Keeps the caret in place while another window changes the same text. */
async function keepCaret(page: Page, here: Locator, there: Locator): Promise<void> {
  const caret = () => here.evaluate((node) => (node as HTMLTextAreaElement).selectionStart);
  await here.focus();
  await page.keyboard.press('Control+Home');
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.type(' old');
  const text = await here.inputValue();
  await expect(there).toHaveValue(text);
  await there.fill(`${text} Fog.`);
  await expect(here).toHaveValue(`${text} Fog.`);
  expect(await caret(), 'where the typing ended').toBe('The old'.length);
  await page.keyboard.type('er');
  await expect(here).toHaveValue(`${text} Fog.`.replace('The old', 'The older'));
  await expect(there).toHaveValue(`${text} Fog.`.replace('The old', 'The older'));
}

test.describe.configure({ timeout: 60_000 + EDITS * 4_000 });

test('two windows of one user leave each other’s caret, agree in the end, and restore every overwritten text', async ({
  page,
  user,
  api,
  openWindow,
}) => {
  console.log(`two windows: TWO_WINDOWS_SEED=${SEED} TWO_WINDOWS_EDITS=${EDITS}`);
  const random = seeded(SEED);
  const { project, scenes } = await makeProject(api, 'Both', ['The harbour']);
  const { id } = first(scenes);
  const pages = { left: page, right: await openWindow(user) };
  const workspaces = { left: new WorkspacePage(pages.left), right: new WorkspacePage(pages.right) };
  const names = ['left', 'right'] as const;
  for (const name of names) await workspaces[name].open(project.id, 'build');
  const description = (name: 'left' | 'right') => workspaces[name].scene(1).text('Scene Description');
  await keepCaret(page, description('left'), description('right'));

  const windows: Window[] = [];
  for (const name of names) {
    const line = await spoilLine(pages[name], random);
    windows.push({ name, page: pages[name], scene: workspaces[name].scene(1), line });
  }
  const typed = new Map<string, string>();

  const settled = async (its: Page): Promise<boolean> => {
    for (const retry of await its.getByRole('button', { name: 'Retry' }).all()) await retry.click();
    return (await its.getByText(/^(Saving\.\.\.|Failed to save)$/).count()) === 0;
  };
  async function compare(): Promise<void> {
    for (const { line } of windows) line.mend();
    await expect(async () => {
      const stored = await api.json<Scene>('GET', `/api/scenes/${id}`);
      for (const window of windows) {
        expect(await settled(window.page)).toBe(true);
        for (const label of LABELS) {
          const value = await window.scene.text(label).inputValue();
          expect(value, `${label} in the ${window.name} window`).toBe(stored[FIELDS[label]]);
        }
      }
      for (const label of LABELS) {
        const held = stored[FIELDS[label]];
        const last = windows.map(({ name }) => typed.get(`${name}/${label}`)).filter((text) => text !== undefined);
        if (last.length > 0) expect(last, `${label} holds what somebody typed last`).toContain(held);
        for (const { name, page: its } of windows) {
          const own = typed.get(`${name}/${label}`);
          if (own === undefined || own === held) continue;
          const kept = await replacedTexts(its, `scene/${id}/${FIELDS[label]}`);
          expect(kept, `${label}, of the ${name} window`).toContain(own);
        }
      }
    }).toPass({ timeout: 30_000 });
    typed.clear();
    for (const { line } of windows) line.spoil();
  }

  for (let edit = 1; edit <= EDITS; edit += 1) {
    const window = random.pick(windows);
    const label = random.pick(LABELS);
    const text = `${window.name} ${edit}`;
    const next = random.next();
    const sent = window.page.waitForRequest(
      (request) => request.method() === 'PATCH' && Object.values(request.postDataJSON() as object).includes(text),
    );
    await replaceText(window.scene.text(label), text);
    typed.set(`${window.name}/${label}`, text);
    if (next < 0.3) random.pick(windows).line.letGo();
    // Otherwise the next edit may come before this one has been sent.
    if (next < 0.6) await sent;
    else sent.catch(() => undefined);
    if (edit % EDITS_A_ROUND === 0) await compare();
  }
});
