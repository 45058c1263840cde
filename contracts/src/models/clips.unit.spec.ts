import { modelSchemaSchema } from '../generation/jobs';
import { clipModels } from './catalogue';
import { fieldsOf } from './clip-fields';
import {
  combinationProblem,
  modelDuration,
  outputResolution,
  qualityOptions,
  qualitySetting,
  validDuration,
  validQuality,
} from './clips';

describe('the video models', () => {
  it('have each a name and a schema that fits the contract', () => {
    for (const model of clipModels()) {
      const schema = fieldsOf(model);
      expect(model.name).not.toBe('');
      expect(modelSchemaSchema.safeParse(schema).success).toBe(true);
      expect(schema).toHaveProperty(model.imageInput);
    }
  });

  it('can make every quality that they offer', () => {
    for (const model of clipModels()) {
      const { id } = model;
      const schema = fieldsOf(model);
      const offered = qualityOptions(id).map(({ label }) => label);
      const made = schema.mode
        ? schema.mode.enum?.map((mode) => outputResolution(id, { mode: String(mode) }))
        : schema.resolution?.enum;
      expect(made).toEqual(offered);
    }
  });

  it.each([
    ['kling-v2.1', 1, 5],
    ['kling-v2.1', 8, 10],
    ['hailuo-02', 5, 6],
    ['hailuo-02', 8, 6],
    ['hailuo-02', 9, 10],
    ['seedance-1-pro', 1, 2],
    ['seedance-1-lite', 30, 12],
    ['unknown', 17, 17],
  ])('%s makes %d s as %d s', (id, asked, made) => {
    expect(modelDuration(id, asked)).toBe(made);
  });

  it('reject settings that exclude each other', () => {
    expect(combinationProblem('hailuo-02', 10, { resolution: '1080p' })).toContain('768p');
    expect(combinationProblem('hailuo-02', 6, { resolution: '1080p' })).toBeNull();
    expect(combinationProblem('kling-v2.1', 5, { end_image: 'https://e.x/a.png', mode: 'pro' })).toBeNull();
  });

  it.each([
    ['kling-v2.1', {}, '720p'],
    ['kling-v2.1', { mode: 'pro' }, '1080p'],
    ['hailuo-02', {}, '1080p'],
    ['seedance-1-pro', { resolution: '480p' }, '480p'],
    ['unknown', {}, '720p'],
  ])('%s with %j makes %s', (id, settings, resolution) => {
    expect(outputResolution(id, settings)).toBe(resolution);
  });
});

const labels = (model: string) => qualityOptions(model).map((option) => option.label);

describe('the qualities of a video model', () => {
  it('match standard, high and ultra in that order [VIDEO-11]', () => {
    expect(qualityOptions('hailuo-02')).toEqual([
      { id: 'standard', label: '512p' },
      { id: 'high', label: '768p' },
      { id: 'ultra', label: '1080p' },
    ]);
  });

  it('differ by model, and an unknown model has only 720p [VIDEO-12]', () => {
    expect(labels('kling-v2.1')).toEqual(['720p', '1080p']);
    expect(labels('hailuo-02')).toEqual(['512p', '768p', '1080p']);
    expect(labels('seedance-1-pro')).toEqual(['480p', '720p', '1080p']);
    expect(labels('seedance-1-lite')).toEqual(['480p', '720p', '1080p']);
    expect(labels('toString')).toEqual(['720p']);
  });

  it('reset to standard when the model lacks one [VIDEO-13]', () => {
    expect(validQuality('kling-v2.1', 'ultra')).toBe('standard');
    expect(validQuality('kling-v2.1', 'high')).toBe('high');
  });

  it('become a mode for kling [VIDEO-14]', () => {
    expect(qualitySetting('kling-v2.1', 'high')).toEqual({ mode: 'pro' });
    expect(qualitySetting('kling-v2.1', 'standard')).toEqual({ mode: 'standard' });
  });

  it('become a resolution for the others [VIDEO-15]', () => {
    expect(qualitySetting('seedance-1-lite', 'standard')).toEqual({ resolution: '480p' });
    expect(qualitySetting('hailuo-02', 'high')).toEqual({ resolution: '768p' });
  });

  it.each(['seedance-1-pro', 'seedance-1-lite', 'hailuo-02'])(
    'become 1080p for %s when unknown [VIDEO-15]',
    (model) => {
      expect(qualitySetting(model, 'epic')).toEqual({ resolution: '1080p' });
    },
  );
});

describe('the duration of a video', () => {
  it.each([
    [1, 6],
    [8, 6],
    [8.5, 10],
    [30, 10],
  ])('of %d s becomes %d s for hailuo-02 [VIDEO-10]', (asked, made) => {
    expect(validDuration('hailuo-02', asked)).toBe(made);
  });

  it('stays as requested for the other models', () => {
    expect(validDuration('kling-v2.1', 7)).toBe(7);
  });
});
