import { type ReplayReport, replayReportSchema } from '@storyreel/contracts';
import { TodaysRequests } from '../../integrations/recording/todays-request';
import type { EventStore } from '../../eventsourcing/event-store';
import { MediaStore } from '../../infra/storage';
import { NOT_RECORDED, RecordingReader } from '../../integrations/recording/run-recordings';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { askForFilm, endedFilm, projectOf } from '../../testing/film-stage';
import { withJobsOnHold } from '../../testing/jobs-on-hold';
import { projectWithScene } from '../../testing/make-story';
import { findRun, Histories, newestRuns, readRun } from './events-of-run';
import { LogReplayer } from './log-replayer';
import type { RunRef } from './events-of-run';

let app: TestApp;
let ada: TestUser;
let scene: { projectId: string; sceneId: string };
beforeAll(async () => {
  app = await startTestApp();
  ada = await app.newUser();
});
afterAll(() => app?.close());
beforeEach(async () => {
  scene = await projectWithScene(ada);
});

const asked = async (path: string, body: object = scene): Promise<Record<string, string>> =>
  (await ada.agent.post(path).send(body)).body as Record<string, string>;
const draw = async (prompt = 'a lighthouse') => {
  const { jobId = '' } = await asked('/api/midjourney/generate-image', { ...scene, prompt });
  return jobId;
};
const MAKES: [string, () => Promise<string>][] = [
  ['pictures', draw],
  ['pictures that fail', () => draw('a storm [sandbox:fail]')],
  ['a narration', async () => (await asked('/api/generate-speech')).jobId ?? ''],
  [
    'a film',
    async () => {
      const projectId = await projectOf(ada, ['red']);
      const filmId = await askForFilm(ada, projectId, 'draft');
      await endedFilm(ada, projectId);
      return filmId;
    },
  ],
  [
    'a story',
    async () => {
      const wish = { idea: 'Elias finds a bottle.', tone: 'tense', length: 'short', replaces: true };
      return (await asked(`/api/projects/${scene.projectId}/write-story`, wish)).id ?? '';
    },
  ],
];

/** The log up to and including the event at a position. */
const logUntil = (position: string): Pick<EventStore, 'readStream'> => ({
  async *readStream(...given) {
    for await (const event of app.runtime.events.readStream(...given)) if (event.position <= position) yield event;
  },
});
const found = async (runId: string): Promise<RunRef> => {
  const run = await findRun(app.runtime.events, runId);
  if (!run) throw new Error('The run is unknown');
  return run;
};
const differing = ({ steps }: ReplayReport): string[] =>
  steps.flatMap(({ event, verdict }) => (verdict === 'same' ? [] : `${event.type} ${verdict}`));
const OUTCOME = /^(?!Zaps).*(Completed|Failed|Answered)$/;

describe('a replay of a running run', () => {
  it.each(MAKES)(
    'of %s agrees up to the present state, recorded or not, and says that the run continues',
    async (_, make) => {
      const runId = await make();
      await app.idle();
      const run = await found(runId);
      const log = new Histories(app.runtime.events);
      const { steps = [] } = (await readRun(run, (streamId) => log.read(streamId))) ?? {};
      expect(steps.some(({ type }) => OUTCOME.test(type))).toBe(true);
      const recordings = new RecordingReader(app.get(MediaStore));
      for (const read of [recordings.read.bind(recordings), () => Promise.resolve(NOT_RECORDED)]) {
        const reports: ReplayReport[] = [];
        const ended: boolean[] = [];
        for (const [index, { position, metadata }] of steps.entries()) {
          // Events of one command are appended atomically, so a log cannot end between them.
          if (steps[index + 1]?.metadata.commandId === metadata.commandId) continue;
          const report = await new LogReplayer(logUntil(position), { read }, new TodaysRequests({})).replay(run);
          // A run of which only the reservation exists cannot be identified yet.
          if (!report) continue;
          reports.push(replayReportSchema.parse(JSON.parse(JSON.stringify(report))));
          ended.push(steps.slice(0, index + 1).some(({ type }) => OUTCOME.test(type)));
        }
        expect(reports.length).toBeGreaterThan(3);
        expect(reports.flatMap(differing)).toEqual([]);
        expect(reports.map(({ underWay = false }) => !underWay)).toEqual(ended);
        expect(reports.every(({ same }) => same)).toBe(true);
      }
    },
  );

  it('is left out of a replay of the newest runs, and found by its id in any case', async () => {
    const over = await draw();
    await app.idle();
    await withJobsOnHold(app.runtime.pool, async () => {
      const waiting = await draw('another lighthouse');
      expect((await newestRuns(app.runtime.events).next()).value).toEqual(await found(over));
      expect(await findRun(app.runtime.events, waiting.toUpperCase())).toEqual({
        runId: waiting,
        streamId: `project-${scene.projectId}`,
      });
      const { body } = await ada.agent.get(`/api/runs/${waiting}/replay`).expect(200);
      expect(body).toMatchObject({ same: true, underWay: true, steps: [{}, {}] });
    });
    await app.idle();
  });
});
