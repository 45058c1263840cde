import { type JobEvent, projectAggregate, type ProjectEvent, type ProjectState } from '../../projects/storyboard';
import { given, OWNER, stateOf, testEnvironment } from '../../testing/given-when-then';
import { PROJECT, sceneId } from '../../testing/project-fixtures';
import type { View } from '../../eventsourcing/views/view';
import { foldTwice, recorded } from '../../testing/view-spec';
import { decideAccept, decideComplete, decideFail, decideStart } from '../domain/job-steps';
import { kinds } from '../kinds';
import { type Asked, KIND_CASES, project } from './kind-cases';

const STRANGER = '99999999-9999-4999-8999-999999999999';
const asked: Asked = { jobId: 'job', requestHash: 'hash', ownerId: OWNER };
const SCENE_GONE: ProjectEvent = { type: 'SceneDeleted', data: { sceneId: sceneId(1) } };
const PROJECT_GONE: ProjectEvent = { type: 'ProjectDeleted', data: { sceneIds: [sceneId(1)] } };
type Step = (state: ProjectState) => ProjectEvent[];

it('every kind of generation is tested', () => {
  const parts = Object.values(KIND_CASES).map((each) => each.parts);
  expect(kinds.filter((kind) => !parts.includes(kind))).toEqual([]);
});

describe.each(Object.entries(KIND_CASES))(
  '%s',
  (_, { parts, queue, made, atOnce, of: place = 'scene', isTrial, isSilent }) => {
    const { kind } = parts;
    const ask =
      (changes: Partial<Asked> = {}): Step =>
      (state) =>
        queue({ ...asked, ...changes })(state, testEnvironment({ ownerId: changes.ownerId ?? OWNER }));
    const start: Step = (state) => decideStart(state, 'job', 'sandbox');
    const accept: Step = (state) => decideAccept(kind, state, 'job', 'prediction');
    const complete: Step = (state) => decideComplete(kind, state, 'job', { ...made, usd: 0 });
    const fail: Step = (state) => decideFail(state, 'job', 'too dark');
    /** Returns the project's events after these steps; each step is applied to the state after the previous ones. */
    const after = (...steps: Step[]): ProjectEvent[] =>
      steps.reduce<ProjectEvent[]>((past, step) => [...past, ...step(stateOf(projectAggregate, past))], [project]);
    const then = (...steps: Step[]) => {
      const past = after(...steps);
      return { past, when: (step: Step) => given(projectAggregate, past).when(step) };
    };
    const one = { jobId: 'job', sceneId: place === 'scene' ? sceneId(1) : null };

    it('makes one job for one request, also when the request is repeated after the job has ended', () => {
      expect(after(ask()).slice(1)).toMatchObject([{ type: kind.type('Queued'), data: { ...one, holdId: 'hold' } }]);
      for (const steps of [[], [start, accept], [complete], [fail]])
        then(ask(), ...steps)
          .when(ask())
          .then([]);
    });

    it('refuses a known key with another body', () => {
      then(ask())
        .when(ask({ requestHash: 'other' }))
        .refused('idempotency_key_reused');
    });

    it('refuses further jobs at the limit of running jobs, and accepts one when a job has ended', () => {
      const others = Array.from({ length: (atOnce ?? 5) - 1 }, (__, n) =>
        ask({ jobId: `other-${n}`, requestHash: `${n}` }),
      );
      const last = ask({ jobId: 'last', requestHash: 'last' });
      const full = then(ask(), ...others);
      expect(full.past).toHaveLength(1 + (atOnce ?? 5));
      if (atOnce === undefined) expect(after(ask(), ...others, last)).toHaveLength(full.past.length + 1);
      else full.when(last).refused('already_in_progress');
      expect(after(ask(), ...others, fail, last)).toHaveLength(full.past.length + 2);
    });

    it('is not found for other users’ or deleted subjects', () => {
      then()
        .when(ask({ ownerId: STRANGER }))
        .refused('not_found');
      if (isTrial) return;
      const gone = place === 'scene' ? [SCENE_GONE, PROJECT_GONE] : [PROJECT_GONE];
      for (const event of gone)
        then(() => [event])
          .when(ask())
          .refused('not_found');
    });

    it('begins once, and keeps the first prediction', () => {
      then(ask())
        .when(start)
        .then([{ type: kind.type('Started'), data: { ...one, provider: 'sandbox' } }]);
      then(ask(), start).when(start).then([]);
      then(ask(), start)
        .when(accept)
        .then([{ type: kind.type('Accepted'), data: { ...one, predictionId: 'prediction' } }]);
      then(ask(), start, accept)
        .when((state) => decideAccept(kind, state, 'job', 'another'))
        .then([]);
    });

    it('ends once: its first outcome is final', () => {
      then(ask(), start)
        .when(complete)
        .then([{ type: kind.type('Completed'), data: { ...one, ...made, usd: 0 } as JobEvent<'Completed'>['data'] }]);
      then(ask())
        .when(fail)
        .then([{ type: kind.type('Failed'), data: { ...one, error: 'too dark' } }]);
      for (const end of [complete, fail]) {
        for (const late of [start, accept, complete, fail]) then(ask(), end).when(late).then([]);
      }
      then(ask())
        .when((state) => decideFail(state, 'unknown', 'x'))
        .then([]);
    });

    it('requests one piece of work, however often its event is processed', () => {
      const event = recorded(after(ask())[1] as ProjectEvent, 1);
      const wanted = parts.processes.flatMap((process) =>
        process.types.includes(event.type) ? process.react(event) : [],
      );
      expect(wanted).toEqual([
        expect.objectContaining({ dedupKey: 'job', ownerId: OWNER, payload: { projectId: PROJECT, jobId: 'job' } }),
      ]);
    });

    it(isSilent ? 'is no message of its own to windows' : 'is told to windows under its own id', () => {
      const event = recorded(after(ask())[1] as ProjectEvent, 1);
      const told = parts.pushRules.map((rule) => rule.draft(event)).filter((message) => message !== null);
      const jobs = [expect.objectContaining({ id: 'job', projectId: PROJECT, status: 'queued' }) as unknown];
      expect(told).toEqual(isSilent ? [] : [expect.objectContaining({ jobs })]);
    });

    for (const view of parts.views) {
      it(`passes through its states in the view ${view.name}`, () => {
        const rows = (events: ProjectEvent[]) =>
          foldTwice(
            view as unknown as View<object>,
            events.map((event, at) => recorded(event, at)),
          );
        const row = (...steps: Step[]) => rows(after(ask(), ...steps)).get('job');
        const statuses = [row(), row(start), row(start, accept), row(start, fail)].map(
          (each) => each && Reflect.get(each, 'status'),
        );
        expect(statuses).toEqual(['queued', 'processing', 'processing', 'failed']);
        expect(row(fail)).toMatchObject({ status: 'failed', error: 'too dark' });
        const done = row(start, complete);
        expect(['completed', 'succeeded']).toContain(done && Reflect.get(done, 'status'));
        // A late outcome, or an outcome of a job that was never queued, changes nothing.
        const [completed, failed] = [after(ask(), complete), after(ask(), fail)].map((events) => events.slice(2));
        expect(rows([...after(ask(), start, complete), ...(failed ?? [])]).get('job')).toEqual(done);
        expect(rows([...after(ask(), fail), ...(completed ?? [])]).get('job')).toEqual(row(fail));
        expect(rows([project, ...(completed ?? []), ...(failed ?? [])]).size).toBe(0);
      });
    }
  },
);
