import { fieldsOf, findClipModel } from '@storyreel/contracts';
import { validSettings } from './video-provider';

function schemaOf(id: string) {
  const model = findClipModel(id);
  return model ? fieldsOf(model) : {};
}

describe('settings of a model', () => {
  it('that the model lacks, and null, are left out', () => {
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
