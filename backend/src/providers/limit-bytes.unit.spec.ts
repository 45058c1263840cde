import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { limitBytes } from './limit-bytes';
import { OutputTooLarge } from './provider-errors';

describe('an output with a limit', () => {
  it('is what was sent', async () => {
    const source = new PassThrough();
    const limited = limitBytes(source, { maxBytes: 9 });
    source.end('all of it');
    expect((await buffer(limited)).toString()).toBe('all of it');
  });

  it('fails when more comes, also when it was not announced', async () => {
    const source = new PassThrough();
    expect(() => limitBytes(new PassThrough(), { maxBytes: 8, declaredBytes: 9 })).toThrow(OutputTooLarge);
    const limited = limitBytes(source, { maxBytes: 8 });
    source.end('all of it');
    await expect(buffer(limited)).rejects.toThrow(OutputTooLarge);
  });

  it.each([
    ['whose sender breaks off', (source: PassThrough) => source.destroy(new Error('broken off')), 'broken off'],
    ['that is too long', (source: PassThrough) => source.end('too much of it'), '8 bytes'],
  ])('%s before anybody reads it fails when it is read, and nothing else does', async (_, fail, words) => {
    const source = new PassThrough();
    const limited = limitBytes(source, { maxBytes: 8 });
    fail(source);
    for (let turns = 0; turns < 3; turns++) await turn();
    await expect(buffer(limited)).rejects.toThrow(words);
  });
});
