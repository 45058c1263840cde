import { modelSchemaSchema, qualityOptions, VIDEO_MODEL_IDS } from '@storyreel/contracts';
import { validSettings } from './model-settings';
import { combinationProblem, findVideoModel, modelDuration, outputResolution, VIDEO_MODELS } from './models';

const schemaOf = (id: string) => findVideoModel(id)?.schema ?? {};

describe('the video models', () => {
  it('are the known ones, each with a name and a schema that fits the contract', () => {
    expect(VIDEO_MODELS.map(({ id }) => id)).toEqual([...VIDEO_MODEL_IDS]);
    for (const { name, schema, imageInput } of VIDEO_MODELS) {
      expect(name).not.toBe('');
      expect(modelSchemaSchema.safeParse(schema).success).toBe(true);
      expect(schema).toHaveProperty(imageInput);
    }
  });

  it('can make every quality that is offered for them', () => {
    for (const { id, schema } of VIDEO_MODELS) {
      const offered = qualityOptions(id).map(({ label }) => label);
      const made = schema.mode
        ? ['standard', 'pro'].map((mode) => outputResolution(id, { mode }))
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

  it('know what does not go together', () => {
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

describe('settings of a model', () => {
  it('that it does not know, and null, are left out', () => {
    const { settings, problems } = validSettings(schemaOf('seedance-1-pro'), {
      fps: 24,
      seed: null,
      mode: 'pro',
      toString: 'x',
    });
    expect(settings).toEqual({ fps: 24 });
    expect(problems).toEqual([]);
  });

  it.each([
    [{ seed: 1.5 }, 'seed must be an integer'],
    [{ seed: -1 }, 'seed must be at least 0'],
    [{ seed: 3e9 }, 'seed must be at most 2147483647'],
    [{ seed: Number.NaN }, 'seed must be an integer'],
    [{ resolution: '4k' }, 'resolution must be one of 480p, 720p, 1080p'],
    [{ camera_fixed: 'yes' }, 'camera_fixed must be a boolean'],
    [{ fps: 60 }, 'fps must be one of 24'],
  ])('%j are refused', (settings, problem) => {
    expect(validSettings(schemaOf('seedance-1-lite'), settings).problems).toEqual([problem]);
  });
});
