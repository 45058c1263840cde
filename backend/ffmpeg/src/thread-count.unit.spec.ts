import { threadCount } from '.';

const MB = 1_048_576;

describe('the number of ffmpeg threads', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    [512, 1],
    [1_023, 1],
    [1_024, 2],
    [1_536, 2],
    [65_536, 2],
  ])('with %d MB of memory is %d', (megabytes, threads) => expect(threadCount(megabytes)).toBe(threads));

  it.each([
    ['the limit of the container', 512 * MB, 1],
    ['the limit of a larger container', 1_536 * MB, 2],
  ])('follows %s', (_what, limit, threads) => {
    jest.spyOn(process, 'constrainedMemory').mockReturnValue(limit);
    expect(threadCount()).toBe(threads);
  });

  it.each([0, 2 ** 64])('follows the machine, where nothing limits it and Node reports %d', (unlimited) => {
    jest.spyOn(process, 'constrainedMemory').mockReturnValue(unlimited);
    // Machines that run this test have at least a gigabyte.
    expect(threadCount()).toBe(2);
  });
});
