import type { Clock } from '../../lib/time';
import { NodeStage, type StagedNode, type TestUser } from '../node-stage';
import { takeOutlines } from '../outline-pictures';
import { OpenAiStub } from './openai-stub';
import { ReplicateStub } from './replicate-stub';

interface Begun {
  stage: NodeStage;
  node: StagedNode;
  ada: TestUser;
}

interface Given {
  clock?: Clock;
  /** True to decode images, each in a separate process; otherwise images are accepted by their headers. */
  decodes?: boolean;
}

/** Starts a node with a user for the tests of a block. The stubs make its texts, images and clips. */
export function onStubs(use: (begun: Begun) => void, { decodes = false, ...given }: Given = {}) {
  const [openai, replicate] = [new OpenAiStub(), new ReplicateStub()];
  let stage: NodeStage | undefined;
  beforeAll(async () => {
    stage = await NodeStage.open();
    const config = {
      openai: { apiKey: OpenAiStub.apiKey, baseUrl: await openai.start() },
      replicate: { apiToken: ReplicateStub.token, baseUrl: await replicate.start() },
    };
    const node = await stage.node('A', { config, ...given });
    if (!decodes) takeOutlines(node);
    use({ stage, node, ada: await node.newUser() });
    await node.idle();
  });
  afterAll(async () => {
    await stage?.close();
    await openai.stop();
    await replicate.stop();
  });
  return { openai, replicate };
}
