import { MUSIC_BEDS, SHORT_FILMS, USUAL_MUSIC } from '@storyreel/contracts';
import { readMakeOptions } from './make-options.mjs';

describe('the options of npm run make', () => {
  it('take the title from the file when there is none', () => {
    expect(readMakeOptions(['stories/the-last_ferry.txt', '--out', 'a.zip'], {})).toEqual({
      storyFile: 'stories/the-last_ferry.txt',
      out: 'a.zip',
      title: 'the last ferry',
      quality: '720p',
      clips: false,
      maxScenes: undefined,
      seconds: undefined,
      music: USUAL_MUSIC,
      server: undefined,
      credentials: undefined,
    });
  });

  it('take credentials from the command line before the environment', () => {
    const env = { STORYREEL_EMAIL: 'env@x.example', STORYREEL_PASSWORD: 'from env' };
    const args = [
      's.txt',
      '--out',
      'a.zip',
      '--scenes',
      '6',
      '--length',
      '60',
      '--music',
      'none',
      '--server',
      'http://h:1',
    ];
    expect(readMakeOptions(args, env)).toMatchObject({ maxScenes: 6, seconds: 60, music: null, server: 'http://h:1' });
    expect(readMakeOptions(args, env).credentials).toEqual({ email: 'env@x.example', password: 'from env' });
    const own = readMakeOptions([...args, '--email', 'me@x.example', '--password', 'mine'], env);
    expect(own.credentials).toEqual({ email: 'me@x.example', password: 'mine' });
  });

  it.each([
    ['no story', ['--out', 'a.zip'], 'One story file is needed'],
    ['two stories', ['a.txt', 'b.txt', '--out', 'a.zip'], 'One story file is needed'],
    ['no target', ['a.txt'], '--out is missing'],
    ['an unknown quality', ['a.txt', '--out', 'a.zip', '--quality', '4k'], '--quality takes 1080p, 720p, draft'],
    [
      'an unknown length',
      ['a.txt', '--out', 'a.zip', '--length', '45'],
      `--length takes ${['full', ...SHORT_FILMS].join(', ')}.`,
    ],
    [
      'unknown music',
      ['a.txt', '--out', 'a.zip', '--music', 'loud'],
      `--music takes ${[...MUSIC_BEDS, 'none'].join(', ')}.`,
    ],
    ['half a scene', ['a.txt', '--out', 'a.zip', '--scenes', '1.5'], '--scenes takes a whole number'],
    [
      'an invalid address of the server',
      ['a.txt', '--out', 'a.zip', '--server', 'localhost'],
      '--server takes an http',
    ],
    ['an e-mail address alone', ['a.txt', '--out', 'a.zip', '--email', 'a@b.example'], 'needs its password'],
    ['an unknown option', ['a.txt', '--out', 'a.zip', '--fast'], "Unknown option '--fast'"],
  ])('refuse %s, and show their usage', (_what, args, message) => {
    expect(() => readMakeOptions(args, {})).toThrow(message);
    expect(() => readMakeOptions(args, {})).toThrow('Usage: npm run make');
  });
});
