import type { Project, Scene } from '@storyreel/contracts';
import { atRandomMoment, faultSeed, seeded } from './seeded';
import { NodeGroup } from './node-group';
import { RoundRobin, type Served } from './round-robin';

const ROUNDS = 5;
const CLIENTS = 4;

/** A creator who adds scenes and reads them through the load balancer. */
class Creator {
  readonly added: string[] = [];
  readonly failed: Served[] = [];
  requests = 0;
  private projectId = '';

  constructor(
    private readonly balancer: RoundRobin,
    private readonly name: string,
  ) {}

  async begin(): Promise<void> {
    const account = { email: `${this.name}@example.com`, password: 'correct horse battery', firstName: 'Load' };
    await this.ask('POST', '/api/register', account);
    this.projectId = (await this.ask<Project>('POST', '/api/projects', { title: 'Rolling' })).id;
  }

  async step(): Promise<void> {
    const scene = await this.ask<Scene | null>('POST', '/api/scenes', {
      projectId: this.projectId,
      title: `Scene ${this.added.length}`,
    });
    if (scene) this.added.push(scene.id);
    await this.ask('GET', `/api/projects/${this.projectId}`);
  }

  async shown(): Promise<string[]> {
    const scenes = await this.ask<Scene[]>('GET', `/api/scenes?projectId=${this.projectId}`);
    return scenes.map(({ id }) => id);
  }

  private async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const served = await this.balancer.send(method, path, body);
    this.requests += 1;
    if (served.status < 200 || served.status > 299) this.failed.push(served);
    return served.body as T;
  }
}

describe(`a rolling restart of three nodes under load (FAULT_SEED=${faultSeed})`, () => {
  const random = seeded(faultSeed);
  let group: NodeGroup;
  beforeEach(async () => {
    group = await NodeGroup.open(3, { AUTH_ATTEMPTS_PER_MINUTE: '1000' });
    await group.startAll();
  });
  afterEach(() => group.close());

  it(`fails no repeatable request, and makes nothing twice, ${ROUNDS} times`, async () => {
    const creators = Array.from({ length: CLIENTS }, (_, i) => new Creator(new RoundRobin(group.nodes), `roll-${i}`));
    for (const creator of creators) await creator.begin();
    let over = false;
    const loads = creators.map(async (creator) => {
      while (!over) await creator.step();
    });
    try {
      for (let round = 0; round < ROUNDS; round++) {
        for (const node of group.nodes) {
          await atRandomMoment(random, 100, 500);
          expect(await node.stop()).toBe(0);
          await node.start();
        }
      }
    } finally {
      over = true;
      await Promise.all(loads);
    }
    expect(creators.flatMap(({ failed }) => failed)).toEqual([]);
    for (const creator of creators) {
      expect(creator.added.length).toBeGreaterThan(10);
      expect((await creator.shown()).sort()).toEqual(creator.added.sort());
    }
  }, 300_000);
});
