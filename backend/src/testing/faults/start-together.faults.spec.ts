import { NodeGroup } from './node-group';

const STARTS = 12;

describe('three nodes that start together on an empty database', () => {
  it.each(Array.from({ length: STARTS }, (_, index) => index + 1))(
    'all start, and all are ready (start %i)',
    async () => {
      const group = await NodeGroup.open(3);
      try {
        await group.startAll();
        const ready = group.nodes.map(async ({ url }) => (await fetch(`${url}/api/ready`)).status);
        expect(await Promise.all(ready)).toEqual([200, 200, 200]);
      } finally {
        await group.close();
      }
    },
    120_000,
  );
});
