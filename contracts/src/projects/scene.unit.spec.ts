import { processStoryRequestSchema } from './scene';

it.each([
  [1, true],
  [20, true],
  [21, false],
  [100, false],
])('splits a story into %d scenes: %s', (maxScenes, isTaken) => {
  const projectId = '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0777';
  expect(processStoryRequestSchema.safeParse({ projectId, maxScenes }).success).toBe(isTaken);
});
