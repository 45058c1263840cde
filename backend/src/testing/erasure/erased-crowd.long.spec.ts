import { startTestApp, type TestApp } from '../app-harness';
import { seeded } from '../faults/seeded';
import { Crowd, ledgerReport, signHeads } from './crowd';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const DAY = 86_400_000;
const ERASURES = 200;
/** Number of erasures after which the heads of the ledger are signed again. */
const SIGNED_EVERY = 50;

describe('people who are erased among others', () => {
  let days = 0;
  let app: TestApp;
  const now = () => new Date(Date.now() + days * DAY);
  beforeAll(async () => {
    app = await startTestApp({ clock: { now } });
  }, 120_000);
  afterAll(() => app?.close());

  it(`leave nothing behind in 200 erasures among 20 who work and spend, and the ledger holds (TEST_SEED=${SEED})`, async () => {
    const crowd = new Crowd(app, {
      people: 20,
      erasures: ERASURES,
      random: seeded(SEED),
      before: async (n) => {
        if (n % SIGNED_EVERY !== SIGNED_EVERY - 1) return;
        days += 1;
        await signHeads(app, now());
      },
    });
    const { gone } = await crowd.run();
    expect(gone).toHaveLength(ERASURES);
    expect(await ledgerReport(app)).toEqual({ signedDays: ERASURES / SIGNED_EVERY, named: [] });
  }, 1_800_000);
});
