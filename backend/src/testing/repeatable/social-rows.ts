import { createPostRequestSchema } from '@storyreel/contracts';
import { systemClock } from '../../lib/time';
import type { Found, Publication, Published, SocialPublisher } from '../../integrations/social/social-publisher';
import { ConnectAccount, ConnectAccountHandler, connectedAs } from '../../publishing/domain/social-account';
import {
  CreatePost,
  CreatePostHandler,
  DeletePost,
  DeletePostHandler,
  DuplicatePost,
  DuplicatePostHandler,
  MarkPublished,
  MarkPublishedHandler,
  PublishPost,
  PublishPostHandler,
} from '../../publishing/domain/post-commands';
import {
  DeleteTemplate,
  DeleteTemplateHandler,
  SaveTemplate,
  SaveTemplateHandler,
} from '../../publishing/domain/content-template';
import { postAggregate, type PostState } from '../../publishing/domain/post';
import { decideFailed, decideUnknown } from '../../publishing/domain/publication-steps';
import { DuePost } from '../../publishing/workers/due-post';
import { PublicationRepository } from '../../publishing/workers/publication-repository';
import { PublishPostWorker } from '../../publishing/workers/publish-post';
import type { Node, Repeatable, World } from './world';

const YOUTUBE = {
  platform: 'youtube',
  accountName: 'My YouTube Account',
  accountId: 'gull-point',
  kind: 'sandbox',
} as const;
const connect = async (
  world: World,
  node: Node,
  accountId: string = YOUTUBE.accountId,
): Promise<string | undefined> => {
  const asked = { ...YOUTUBE, accountId };
  const command = new ConnectAccount(
    world.userId,
    { socialAccountId: world.id(accountId), ...asked },
    world.context(accountId),
  );
  return connectedAs((await node.send(ConnectAccountHandler, command)).state, asked)?.id;
};

interface Asked {
  scheduledAt?: string | null;
  publishNow?: boolean;
}
async function create(
  world: World,
  node: Node,
  { scheduledAt = null, publishNow = false }: Asked = {},
): Promise<string> {
  const words = { title: 'Gull Point', content: 'A keeper.', platform: 'youtube' as const, scheduledAt };
  const {
    idempotencyKey: _k,
    publishNow: _p,
    status: _s,
    ...post
  } = createPostRequestSchema.parse({
    ...words,
    socialAccountId: world.id(YOUTUBE.accountId),
  });
  const command = new CreatePost(world.id('post'), { post, publishNow }, world.context('create'));
  return (await node.send(CreatePostHandler, command)).state.title;
}
const latest = ({ publications }: PostState): string => publications.at(-1) ?? '';
const fails = (world: World, node: Node) =>
  world.decide(node, postAggregate, world.id('post'), world.context(), (state) =>
    decideFailed(state, latest(state), 'It did not work.'),
  );
const publish = (world: World, node: Node) =>
  node.send(PublishPostHandler, new PublishPost(world.id('post'), {}, world.context('publish')));

/** Publishes only once per key, like real publishers. */
const published = new Map<string, Published>();
const platform: SocialPublisher = {
  platform: 'youtube',
  kind: 'sandbox',
  label: 'Stage',
  publish({ key }: Publication): Promise<Published> {
    const known = published.get(key) ?? { publishedAt: new Date(), url: null, externalId: key };
    published.set(key, known);
    return Promise.resolve(known);
  },
  find({ key }: Publication): Promise<Found> {
    const known = published.get(key);
    return Promise.resolve(known ? { status: 'published', ...known } : { status: 'absent' });
  },
};
const publishers = { of: () => platform, kindOf: () => 'sandbox' as const };

export const socialRows: Repeatable[] = [
  {
    name: 'connecting an account',
    covers: ['ConnectAccount'],
    run: (world, node) => connect(world, node),
    between: (world, node) => connect(world, node, 'another'),
    makes: ['SocialAccountConnected'],
  },
  {
    name: 'creating a post that is published at once',
    covers: ['CreatePost'],
    run: (world, node) => create(world, node, { publishNow: true }),
    between: fails,
    makes: ['PostCreated', 'PostPublishRequested'],
  },
  {
    name: 'copying a post',
    covers: ['DuplicatePost'],
    setup: (world, node) => create(world, node),
    run: async (world, node) => {
      const command = new DuplicatePost(
        world.id('post copy'),
        { sourceId: world.id('post') },
        world.context('copy a post'),
      );
      return (await node.send(DuplicatePostHandler, command)).state.title;
    },
    between: (world, node) => node.send(DeletePostHandler, new DeletePost(world.id('post'), {}, world.context())),
    makes: ['PostCreated'],
  },
  {
    name: 'requesting the publication of a post',
    covers: ['PublishPost'],
    setup: (world, node) => create(world, node),
    run: async (world, node) => (await publish(world, node)).state.title,
    between: fails,
    makes: ['PostPublishRequested'],
  },
  {
    name: 'marking a post as published',
    covers: ['MarkPublished'],
    setup: async (world, node) => {
      await create(world, node);
      await publish(world, node);
      const started = (state: PostState) => [
        { type: 'PostPublishStarted' as const, data: { publicationId: latest(state) } },
      ];
      await world.decide(node, postAggregate, world.id('post'), world.context(), started);
      await world.decide(node, postAggregate, world.id('post'), world.context(), (state) =>
        decideUnknown(state, latest(state), 'Nobody knows.'),
      );
    },
    run: async (world, node) => {
      const command = new MarkPublished(world.id('post'), {}, world.context('mark'));
      return (await node.send(MarkPublishedHandler, command)).state.phase;
    },
    makes: ['PostPublished'],
  },
  {
    name: 'saving a template',
    covers: ['SaveTemplate'],
    run: async (world, node) => {
      const content = { name: 'New film', contentTemplate: 'It is out.', hashtagTemplate: '' };
      const command = new SaveTemplate(world.id('template'), content, world.context('template'));
      return (await node.send(SaveTemplateHandler, command)).state.content;
    },
    between: (world, node) =>
      node.send(DeleteTemplateHandler, new DeleteTemplate(world.id('template'), {}, world.context())),
    makes: ['TemplateSaved'],
  },
  {
    name: 'the job at a post’s time',
    covers: ['DuePost'],
    setup: (world, node) => create(world, node, { scheduledAt: new Date(Date.now() - 60_000).toISOString() }),
    run: async (world, node) => {
      const { scheduledAt } = await node.store.load(postAggregate, world.id('post'));
      return new DuePost(node.store, systemClock).run(world.job('due-post', { postId: world.id('post'), scheduledAt }));
    },
    between: fails,
    makes: ['PostPublishRequested'],
  },
  {
    name: 'the job that publishes',
    covers: ['PublishPostWorker'],
    setup: async (world, node) => {
      await connect(world, node);
      await create(world, node, { publishNow: true });
    },
    run: async (world, node) => {
      const postId = world.id('post');
      const publicationId = latest(await node.store.load(postAggregate, postId));
      const worker = new PublishPostWorker(new PublicationRepository(node.store), publishers, systemClock, {
        posterOf: () => Promise.resolve(null),
      });
      return worker.run(world.job('publish-post', { postId, publicationId }), new AbortController().signal);
    },
    between: (world, node) => node.send(DeletePostHandler, new DeletePost(world.id('post'), {}, world.context())),
    makes: ['PostPublishStarted', 'PostPublished'],
  },
];
