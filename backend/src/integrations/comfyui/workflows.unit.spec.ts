import { marksOf, referencesIn, withValues } from './workflows';
import type { Workflow } from './workflows';

const node = (title: string, inputs: Record<string, unknown>): Workflow => ({
  '1': { class_type: 'Any', inputs, _meta: { title } },
});
const filled = (title: string, inputs: Record<string, unknown>, values: Record<string, string | number>) =>
  withValues(node(title, inputs), { values, seconds: 5 })['1']?.inputs;

describe('the marks in the titles of nodes', () => {
  it.each<[string, Record<string, unknown>, Record<string, string | number>, Record<string, unknown>]>([
    ['storyreel:prompt', { text: '' }, { prompt: 'a fox' }, { text: 'a fox' }],
    ['My Prompt (storyreel:Prompt)', { value: '' }, { prompt: 'a fox' }, { value: 'a fox' }],
    [
      'storyreel:prompt=text_g storyreel:prompt=text_l',
      { text_g: '', text_l: '' },
      { prompt: 'x' },
      { text_g: 'x', text_l: 'x' },
    ],
    ['storyreel:seed', { noise_seed: 1, cfg: 2 }, { seed: 9 }, { noise_seed: 9, cfg: 2 }],
    ['storyreel:frames@16', { length: 1 }, {}, { length: 81 }],
    ['storyreel:seconds', { duration: 1 }, { seconds: 5 }, { duration: 5 }],
    ['storyreel:steps', { steps: 20 }, { steps: 8 }, { steps: 8 }],
    ['storyreel:steps', { steps: 20 }, {}, { steps: 20 }],
    ['KSampler', { seed: 1 }, { seed: 9 }, { seed: 1 }],
  ])('%s', (title, inputs, values, expected) => {
    expect(filled(title, inputs, values)).toEqual(expected);
  });

  it.each([
    [
      'an input that the node does not have',
      { cfg: 1 },
      'Node 1 (storyreel:seed) has no input seed or noise_seed or value.',
    ],
    [
      'an input that another node gives',
      { seed: ['2', 0] },
      'Node 1 (storyreel:seed) gets its seed from another node: mark that node.',
    ],
  ])('reject %s', (_, inputs, words) => {
    expect(() => filled('storyreel:seed', inputs, {})).toThrow(words);
  });

  it('give the number of pictures that a workflow takes', () => {
    const two = {
      ...node('storyreel:reference', { image: '' }),
      '2': { class_type: 'L', inputs: { image: '' }, _meta: { title: 'storyreel:reference2' } },
    };
    expect(referencesIn(marksOf(two))).toBe(2);
  });

  it('leave the workflow itself unchanged', () => {
    const workflow = node('storyreel:seed', { seed: 1 });
    withValues(workflow, { values: { seed: 2 } });
    expect(workflow['1']?.inputs).toEqual({ seed: 1 });
  });
});
