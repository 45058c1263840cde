import { decideComplete } from '../../generation/domain/job-steps';
import { speechJobs } from '../../generation/kinds/speech/speech-job';
import {
  CancelStoryAudio,
  CancelStoryAudioHandler,
  QueueStoryAudio,
  QueueStoryAudioHandler,
} from '../../generation/kinds/speech/story-audio';
import { held, step } from './generation-rows';
import type { Node, Repeatable, World } from './world';

const voice = { speaker: '', voice: 'alto', speed: 1, stability: 0.5, clarity: 0.8, style: 0.3 };
const sound = { url: '/story', seconds: 5, text: 'Once.', voice: 'alto' };
const complete = step('complete', (state, id) =>
  decideComplete(speechJobs, state, id, { speech: sound, filename: 'The Lamp.mp3', usd: 0 }),
);

async function queue(world: World, node: Node): Promise<void> {
  const asked = { ...voice, text: 'Once.', title: 'The Lamp', jobId: world.jobId, ...held(world) };
  await node.send(QueueStoryAudioHandler, new QueueStoryAudio(world.projectId, asked, world.context(world.jobId)));
}

export const storyAudioRows: Repeatable[] = [
  {
    name: 'queuing: story audio',
    covers: ['QueueStoryAudio'],
    setup: (world, node) => world.project(node),
    run: queue,
    between: complete,
    makes: ['SpeechJobQueued'],
  },
  {
    name: 'cancelled: story audio',
    covers: ['CancelStoryAudio'],
    setup: async (world, node) => {
      await world.project(node);
      await queue(world, node);
    },
    run: async (world, node) => {
      await node.send(CancelStoryAudioHandler, new CancelStoryAudio(world.projectId, {}, world.context('cancel')));
    },
    between: complete,
    makes: ['SpeechJobFailed'],
  },
];
