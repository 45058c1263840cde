import { decideComplete, decideFail, decideStart } from '../../generation/domain/job-steps';
import {
  CancelFilm,
  CancelFilmHandler,
  filmJobs,
  QueueFilmJob,
  QueueFilmJobHandler,
  RemoveFilm,
  RemoveFilmHandler,
  RestoreFilm,
  RestoreFilmHandler,
} from '../../generation/kinds/film/film-job';
import type { Committed } from '../../eventsourcing/commands/aggregate-store';
import type { ProjectState } from '../../projects/storyboard';
import { held, step } from './generation-rows';
import type { Node, Repeatable, World } from './world';

const film = { quality: 'draft', format: '9:16', captions: 'off', titleCard: '', endCard: '' } as const;

function queueFilm(world: World, node: Node): Promise<Committed<ProjectState>> {
  const { projectId, jobId } = world;
  const asked = { ...film, title: 'The Lamp', musicUrl: null, blocks: [], seconds: 5 };
  const command = new QueueFilmJob(projectId, { ...asked, jobId, ...held(world) }, world.context(jobId));
  return node.send(QueueFilmJobHandler, command);
}
const filmFiles = { url: '/film', posterUrl: '/poster', srtUrl: '/srt', vttUrl: '/vtt', seconds: 5, bytes: 9 };
const madeFilm = { isDraft: true, filename: 'The Lamp.mp4', film: filmFiles, usd: 0 };
const filmSteps = {
  start: step('start', (state, id) => decideStart(state, id, 'storyreel')),
  complete: step('complete', (state, id) => decideComplete(filmJobs, state, id, madeFilm)),
  fail: step('fail', (state, id) => decideFail(state, id, 'too long')),
};
const queuedFilm = async (world: World, node: Node) => {
  await world.project(node);
  await queueFilm(world, node);
};
const finishedFilm = async (world: World, node: Node) => {
  await queuedFilm(world, node);
  await filmSteps.complete(world, node);
};
const about = (world: World, name: string) => [world.projectId, { filmId: world.jobId }, world.context(name)] as const;
const cancelFilm = async (world: World, node: Node) =>
  void (await node.send(CancelFilmHandler, new CancelFilm(...about(world, 'cancel'))));
const removeFilm = async (world: World, node: Node) =>
  void (await node.send(RemoveFilmHandler, new RemoveFilm(...about(world, 'remove'))));
const restoreFilm = async (world: World, node: Node) =>
  void (await node.send(RestoreFilmHandler, new RestoreFilm(...about(world, 'restore'))));

export const filmRows: Repeatable[] = [
  {
    name: 'queuing: film',
    covers: ['QueueFilmJob'],
    setup: (world, node) => world.project(node),
    run: async (world, node) => void (await queueFilm(world, node)),
    between: filmSteps.complete,
    makes: ['FilmJobQueued'],
  },
  {
    name: 'starting: film',
    covers: ['RunFilmJob'],
    setup: queuedFilm,
    run: filmSteps.start,
    between: filmSteps.complete,
    makes: ['FilmJobStarted'],
  },
  {
    name: 'completed: film',
    covers: ['RunFilmJob'],
    setup: queuedFilm,
    run: filmSteps.complete,
    between: filmSteps.fail,
    makes: ['FilmJobCompleted'],
  },
  {
    name: 'cancelled: film',
    covers: ['CancelFilm'],
    setup: queuedFilm,
    run: cancelFilm,
    between: filmSteps.complete,
    makes: ['FilmJobFailed'],
  },
  {
    name: 'deleted: film',
    covers: ['RemoveFilm'],
    setup: finishedFilm,
    run: removeFilm,
    between: filmSteps.fail,
    makes: ['FilmRemoved'],
  },
  {
    name: 'restored: film',
    covers: ['RestoreFilm'],
    setup: async (world, node) => {
      await finishedFilm(world, node);
      await removeFilm(world, node);
    },
    run: restoreFilm,
    between: filmSteps.fail,
    makes: ['FilmRestored'],
  },
];
