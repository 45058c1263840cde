import { toUnits } from '@storyreel/contracts';
import { isOneOf } from '../../eventsourcing/domain/domain-event';
import type { WalletEvent } from '../../money/zaps';
import type { TestApp, TestUser } from '../../testing/app-harness';
import { withJobsOnHold } from '../../testing/jobs-on-hold';
import type { JobKind } from '../../projects/storyboard';

export interface Place {
  projectId: string;
  sceneId: string;
}

export interface KindOnTheWire {
  kind: JobKind;
  /** Creates a scene or project for which the kind can be requested; if `fails`, its provider then fails. */
  place(user: TestUser, fails: boolean): Promise<Place>;
  ask(user: TestUser, place: Place, fails: boolean, app: TestApp): Promise<unknown>;
  /** The job's target; a scene by default. */
  of?: 'project';
}

const STEPS = ['Queued', 'Started', 'Completed', 'Failed'] as const;

/**
 * Tests that apply to every kind when it is requested over HTTP: the states of the job, and the zaps charged for it.
 */
export function describeOnTheWire(name: string, appOf: () => TestApp, asked: KindOnTheWire): void {
  describe(`${name}, asked for over HTTP`, () => {
    const { kind, of = 'scene' } = asked;
    let user: TestUser;
    beforeEach(async () => {
      user = await appOf().newUser();
      await appOf().idle();
    });
    const typesOf = async (streamId: string) => (await appOf().events(streamId)).map(({ type }) => type);
    async function outcome({ projectId }: Place) {
      await appOf().idle();
      const names = new Map<string, string>(STEPS.map((step) => [kind.type(step), step]));
      const wallet = await appOf().events(`wallet-${user.id}`);
      const { balance } = (await user.agent.get('/api/credits/balance').expect(200)).body as { balance: number };
      const reserved = wallet.find(isOneOf<Extract<WalletEvent, { type: 'ZapsReserved' }>>(['ZapsReserved']));
      return {
        steps: (await typesOf(`project-${projectId}`)).flatMap((type) => names.get(type) ?? []),
        wallet: wallet.map(({ type }) => type),
        spent: toUnits(100) - toUnits(balance),
        reserved: reserved?.data.units,
      };
    }

    it.each([
      ['is made and paid for once', false, ['Queued', 'Started', 'Completed'], 'ZapsSettled'],
      ['gives its zaps back when it fails', true, ['Queued', 'Started', 'Failed'], 'ZapsReleased'],
    ])(
      '%s',
      async (_, fails, steps, last) => {
        const place = await asked.place(user, fails);
        await asked.ask(user, place, fails, appOf());
        const { reserved, spent, ...found } = await outcome(place);
        expect(found).toEqual({ steps, wallet: ['ZapsGranted', 'ZapsReserved', last] });
        expect(reserved).toBeGreaterThan(0);
        expect(spent).toBe(fails ? 0 : reserved);
      },
      90_000,
    );

    it(`ends with its ${of}, and gives its zaps back`, async () => {
      const place = await asked.place(user, false);
      await withJobsOnHold(appOf().runtime.pool, async () => {
        await asked.ask(user, place, false, appOf());
        const path = of === 'scene' ? `/api/scenes/${place.sceneId}` : `/api/projects/${place.projectId}`;
        await user.agent.delete(path).expect(200);
      });
      const { steps, wallet, spent } = await outcome(place);
      expect({ steps, wallet: wallet.at(-1), spent }).toEqual({
        steps: ['Queued', 'Failed'],
        wallet: 'ZapsReleased',
        spent: 0,
      });
    });
  });
}
