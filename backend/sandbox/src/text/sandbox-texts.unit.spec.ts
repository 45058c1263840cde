import type { ChatPiece } from './questions';
import { performance } from 'node:perf_hooks';
import { WorkerPool } from '../worker/worker-pool';
import { SandboxTexts } from './sandbox-texts';

const call = {};

describe('sandbox texts', () => {
  const pool = new WorkerPool(1);
  const text = new SandboxTexts(pool);
  afterAll(() => pool.close());

  it('cost no dollars and count about four characters a token', async () => {
    const { scenes, usage } = await text.splitStory({ story: 'Mara ran to the sea.' }, call);
    expect(scenes).toHaveLength(1);
    expect(usage).toMatchObject({ inputTokens: 5, usd: 0 });
  });

  it('of long stories are read in a thread with the same result', async () => {
    const story = Array.from(
      { length: 500 },
      (_, index) => `On day ${index} Mara climbed the tower and looked over the sea.`,
    ).join(' ');
    const asked = jest.spyOn(pool, 'run');
    const { scenes } = await text.splitStory({ story }, call);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(scenes.map((scene) => scene.text).join(' ')).toBe(story);
    expect(scenes.length).toBeLessThanOrEqual(20);
  });

  it.each([
    ['200 kB of dialogue', 200_000, '"No," said Mara.\n"Yes," said Tom, and he climbed the stairs.\n'],
    ['60 kB in one paragraph', 60_000, 'Mara climbed the lighthouse stairs at dawn. '],
    ['60 kB in Chinese', 60_000, '灯台の守り人は夜明けに階段を登った。'],
  ])(
    'of a story of %s do not block the event loop',
    async (_, bytes, sentence) => {
      const story = sentence.repeat(Math.floor(bytes / Buffer.byteLength(sentence)));
      const before = performance.eventLoopUtilization();
      const { scenes } = await text.splitStory({ story }, call);
      expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
      expect(
        scenes
          .map((scene) => scene.text)
          .join('')
          .replace(/\s/gu, ''),
      ).toBe(story.replace(/\s/gu, ''));
    },
    60_000,
  );

  it('answer every method of the interface', async () => {
    const question = {
      story: 'Mara ran to the sea.',
      scene: { title: 'Sea', text: 'Mara ran to the sea.' },
      position: 1,
      total: 1,
      continuityDetails: '',
      styleAttributes: null,
    };
    expect((await text.describeScene(question, call)).imagePrompt).toContain('Mara');
    expect(
      (await text.enhancePrompt({ imagePrompt: 'a hill', description: null, styleAttributes: null }, call))
        .enhancedPrompt,
    ).toContain('a hill');
    expect((await text.videoPrompt({ description: 'Mara ran.' }, call)).videoPrompt).toContain('Camera');
    expect((await text.continuity({ story: question.story }, call)).characters).toContain('Mara');
    expect(
      (await text.postDescription({ title: 'Sea', platforms: ['tiktok'], projectContext: null }, call)).description,
    ).toContain('Sea');
    const reply: ChatPiece[] = [];
    const hello = { messages: [{ role: 'user' as const, content: 'hi' }], project: null, maxTokens: 1_000 };
    for await (const piece of text.chat(hello, call)) reply.push(piece);
    expect(reply.length).toBeGreaterThan(5);
    expect(reply.map((piece) => (piece.type === 'text' ? piece.text : '')).join('')).toContain('No project is open');
    expect(reply.at(-1)).toMatchObject({ type: 'end', isCutOff: false, usage: { usd: 0 } });
  });

  it('are not written for a caller who has aborted', async () => {
    const signal = AbortSignal.abort();
    await expect(text.splitStory({ story: 'x' }, { signal })).rejects.toThrow('aborted');
    await expect(text.videoPrompt({ description: 'x' }, { signal })).rejects.toThrow('aborted');
  });
});
