import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ImageJob, LedgerLine } from '@storyreel/contracts';
import type { Locator, Page } from '@playwright/test';
import { makeProject } from './content';
import { inDatabase } from './database';
import { DashboardPage } from './pages/dashboard-page';
import { startTestServer, type TestServer } from './server';
import { expect, type TestUser } from './test';

const SANDBOX = { TEXT_PROVIDER: 'sandbox', IMAGE_PROVIDER: 'sandbox', SPEECH_PROVIDER: 'sandbox' };

/**
 * Worker fixture `server`, with a clip provider that accepts every clip and never finishes one, so that a clip's run
 * keeps running and its hold stays open.
 */
export async function slowClips({}, use: (server: TestServer) => Promise<void>): Promise<void> {
  const prediction = { id: 'clip', model: 'm', created_at: new Date().toISOString(), status: 'starting', input: {} };
  const replicate = createServer((request, response) => {
    response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.url?.startsWith('/predictions?') ? { results: [] } : prediction));
  });
  await once(replicate.listen(0, '127.0.0.1'), 'listening');
  const { port } = replicate.address() as AddressInfo;
  const settings = { REPLICATE_API_TOKEN: 'r8_slow', REPLICATE_BASE_URL: `http://127.0.0.1:${port}` };
  const server = await startTestServer({ ...SANDBOX, ...settings });
  await use(server);
  await server.stop();
  replicate.close();
}

const FAILING = 'A storm over the pier [sandbox:fail]';
const REFUND_REASON = 'One picture was black.';

/** Gives a creator images, two failed runs, a refund, and a running clip. */
export async function seedQuestions(server: TestServer, mara: TestUser, staff: TestUser): Promise<void> {
  const { api } = mara;
  const { scenes } = await makeProject(api, 'The keeper', ['The harbour', 'The pier']);
  const draw = async (sceneId: string | undefined, prompt: string, status: ImageJob['status']) => {
    const body = { sceneId, prompt, idempotencyKey: crypto.randomUUID() };
    const { jobId } = await api.json<{ jobId: string }>('POST', '/api/midjourney/generate-image', body);
    await expect
      .poll(async () => (await api.json<ImageJob>('GET', `/api/midjourney/job/${jobId}`)).status, { timeout: 60_000 })
      .toBe(status);
  };
  const [harbour, pier] = scenes.map(({ id }) => id);
  await draw(harbour, 'a lamp in the fog', 'completed');
  for (let n = 0; n < 2; n++) await draw(pier, FAILING, 'failed');
  const [charge] = await staff.api.json<LedgerLine[]>('GET', `/api/audit/ledger?user=${mara.id}&kind=settlement`);
  const refund = { zaps: 1, reason: REFUND_REASON, idempotencyKey: crypto.randomUUID() };
  await staff.api.json('POST', `/api/audit/charges/${charge?.holdId}/refunds`, refund);
  await api.json('POST', '/api/replicate/generate-video', {
    sceneId: harbour,
    modelId: 'hailuo-02',
    settings: { prompt: 'waves', duration: 6, resolution: '512p' },
  });
}

/** Adds a job that has used up its attempts and needs a person. */
export async function giveUp(server: TestServer, mara: TestUser): Promise<void> {
  await inDatabase(
    server,
    `insert into platform.jobs (queue, dedup_key, owner_id, payload, correlation_id, causation_id, state, attempts,
       finished_at, last_error)
     values ('nobody', $1, $2, '{}', 'c', 'e', 'dead', 8, now(), 'The provider was away for a day.')`,
    [crypto.randomUUID(), mara.id],
  );
}

/** Counts presses: buttons, links, chosen options, and fields that are typed in. */
export class Walk {
  clicks = 0;

  constructor(
    readonly page: Page,
    readonly mara: TestUser,
    private readonly isPhone: boolean,
  ) {}

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }
  async choose(label: string, option: string): Promise<void> {
    this.clicks += 1;
    await this.page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });
  }
  /** Types into a field and ends with Enter. */
  async type(label: string, text: string): Promise<void> {
    this.clicks += 1;
    const field = this.page.getByLabel(label, { exact: true });
    await field.fill(text);
    await field.press('Enter');
  }

  /**
   * Goes to the dashboard, which does not count as a press. Stays in the running app, because a reload would take a
   * second more.
   */
  async home(): Promise<void> {
    if (this.isPhone || this.page.url() === 'about:blank') return new DashboardPage(this.page).open();
    if (await this.page.getByRole('dialog').isVisible()) await this.page.keyboard.press('Escape');
    await this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await new DashboardPage(this.page).newProject.waitFor();
  }
  /** Opens a screen from the dashboard, and one of its tabs. */
  async open(screen: 'Audit' | 'Runs', tab?: string): Promise<void> {
    if (this.isPhone) await this.click(this.page.getByRole('button', { name: 'Toggle sidebar' }));
    await this.click(this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen }));
    await expect(this.page.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
    if (tab) await this.click(this.page.getByRole('tab', { name: tab, exact: true }));
  }
  table = (name: string): Locator => this.page.getByRole('table', { name, exact: true });
  sees = (text: string | RegExp): Promise<void> => expect(this.page.getByText(text).first()).toBeVisible();

  /** Opens the newest failed run. */
  async openFailed(): Promise<void> {
    await this.open('Runs');
    await this.click(this.page.getByRole('radio', { name: /^Failed \(\d+\)/ }));
    await expect(this.table('Runs').getByRole('row')).toHaveCount(3);
    await this.click(this.table('Runs').getByRole('link').first());
  }
}

interface Question {
  /** The question, as in docs/questions.md. */
  asks: string;
  answer: (walk: Walk) => Promise<void>;
}

const OF_FINANCE: Question[] = [
  {
    asks: 'Why was somebody charged on Tuesday?',
    async answer(walk) {
      await walk.open('Audit');
      await walk.type('Person', walk.mara.email);
      await walk.choose('Period', 'Today');
      await walk.click(walk.table('Ledger').getByRole('link', { name: 'Settled' }));
      await expect(walk.page.getByRole('dialog', { name: 'Why they were charged' })).toContainText('4 images');
    },
  },
  {
    asks: 'What did failed runs cost?',
    async answer(walk) {
      await walk.open('Audit', 'Spending');
      await expect(walk.table('Failed runs').getByRole('row')).toHaveCount(2);
      await walk.sees(/2 runs with .* all released/);
    },
  },
  {
    asks: 'What is the margin by model?',
    async answer(walk) {
      await walk.open('Audit', 'Spending');
      await expect(walk.page.getByRole('heading', { name: 'Margin by model' })).toBeVisible();
    },
  },
  {
    asks: 'Who made which refunds?',
    async answer(walk) {
      await walk.open('Audit');
      await walk.choose('Kind', 'Refunded');
      await walk.sees(REFUND_REASON);
      await walk.sees('By staff@storyreel.example');
    },
  },
  {
    asks: 'Is everything unchanged since last month?',
    async answer(walk) {
      await walk.open('Audit', 'Proof');
      await walk.click(walk.page.getByRole('button', { name: 'Verify the Ledger' }));
      await expect(walk.page.getByRole('status').getByText('No problems found')).toBeVisible({ timeout: 60_000 });
    },
  },
  {
    asks: 'Which file does the accountant get?',
    async answer(walk) {
      await walk.open('Audit');
      await walk.choose('Period', 'This month');
      const downloading = walk.page.waitForEvent('download');
      await walk.click(walk.page.getByRole('link', { name: 'Export CSV' }));
      expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
    },
  },
  {
    asks: 'Which holds are stuck?',
    async answer(walk) {
      await walk.open('Audit', 'Open Holds');
      await expect(walk.table('Open holds').getByRole('button', { name: 'End Hold…' }).first()).toBeVisible();
    },
  },
  {
    asks: 'What was the balance at a moment?',
    async answer(walk) {
      await walk.open('Audit', 'Balances');
      await walk.type('As of', '2026-01-01T00:00');
      await walk.sees('Wallets at that time');
      await walk.type('Person', walk.mara.email);
      await expect(walk.table('Wallets').getByRole('row')).toHaveCount(2);
    },
  },
];

const OF_DEVELOPERS: Question[] = [
  {
    asks: 'Was it delivered?',
    async answer(walk) {
      await walk.open('Runs');
      await walk.click(walk.page.getByRole('radio', { name: /^Complete \(\d+\)/ }));
      await expect(walk.table('Runs').getByRole('row')).toHaveCount(2);
      await walk.click(walk.table('Runs').getByRole('link').first());
      await expect(walk.page.getByRole('img', { name: 'Image 1' })).toBeVisible();
    },
  },
  {
    asks: 'Why did it fail?',
    async answer(walk) {
      await walk.openFailed();
      await walk.sees(/asked to fail/);
    },
  },
  {
    asks: 'What was sent to the provider?',
    async answer(walk) {
      await walk.openFailed();
      await walk.click(walk.page.getByRole('tab', { name: 'Provider Calls' }));
      await walk.click(walk.page.locator('summary').first());
      await expect(walk.page.getByLabel('Request').first()).toContainText('A storm over the pier');
    },
  },
  {
    asks: 'What would today’s code do differently?',
    async answer(walk) {
      await walk.openFailed();
      await walk.click(walk.page.getByRole('tab', { name: 'Replay' }));
      await walk.click(walk.page.getByRole('button', { name: 'Replay with Today’s Code' }));
      await walk.sees('Today’s code decides the same.');
    },
  },
  {
    asks: 'Which runs failed with the same error?',
    async answer(walk) {
      await walk.open('Runs', 'Errors');
      await walk.click(walk.table('Errors').getByRole('link').first());
      await expect(walk.table('Runs').getByRole('row')).toHaveCount(3);
    },
  },
  {
    asks: 'How is work that gave up tried again?',
    async answer(walk) {
      await walk.open('Runs', 'Stuck');
      await walk.click(walk.page.getByRole('button', { name: /^Requeue nobody/ }).first());
      await walk.sees('Requeued');
    },
  },
  {
    asks: 'How is a view built anew?',
    async answer(walk) {
      await walk.open('Runs', 'Views');
      await walk.click(walk.page.getByRole('button', { name: 'Rebuild scene_list…' }));
      await walk.click(walk.page.getByRole('alertdialog').getByRole('button', { name: 'Rebuild' }));
      await expect(walk.table('Views').getByText(/\d+ rows, none differed/)).toBeVisible({ timeout: 60_000 });
    },
  },
  {
    asks: 'What is happening now?',
    async answer(walk) {
      await walk.open('Runs', 'Tail');
      const title = `Written while ${walk.mara.firstName} was watched`;
      await expect(walk.table('Events').getByRole('row').nth(1)).toBeVisible();
      await walk.mara.api.json('POST', '/api/projects', { title });
      const row = walk.table('Events').getByRole('row').filter({ hasText: title });
      await expect(row.first()).toBeVisible({ timeout: 15_000 });
    },
  },
];

export const QUESTIONS: readonly Question[] = [...OF_FINANCE, ...OF_DEVELOPERS];
