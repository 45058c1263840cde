import { toolCommand, waysToCall } from './tool-command';

const IN_THE_IMAGE = { STORYREEL_TOOLS: 'storyreel' };

describe('the usage text of a tool', () => {
  it.each([
    ['in a checkout', 'views', '--switch', {}, 'npm run views -- --switch'],
    ['in a checkout, without arguments', 'views', '', {}, 'npm run views'],
    ['in the image', 'views', '--switch', IN_THE_IMAGE, 'storyreel views --switch'],
    ['in the image, without arguments', 'views', '', IN_THE_IMAGE, 'storyreel views'],
  ])('%s: %s %s', (_where, name, args, environment, command) => {
    expect(toolCommand(name, args, environment)).toBe(command);
  });

  it('lists its forms in a column, with their results beside them', () => {
    const ways = [
      ['', 'shows the lamps'],
      ['--light ONE', 'lights one'],
    ] as const;
    expect(waysToCall('lamp', ways)).toBe(
      'Usage: npm run lamp                  shows the lamps\n       npm run lamp -- --light ONE   lights one',
    );
  });
});
