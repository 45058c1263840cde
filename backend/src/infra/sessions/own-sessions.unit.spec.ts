import { deviceOf } from './own-sessions';

const on = (system: string, rest: string) => `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;

describe('the device of a session', () => {
  it.each([
    [on('Windows NT 10.0; Win64; x64', 'Chrome/142.0.0.0 Safari/537.36'), 'Chrome on Windows'],
    [on('Windows NT 10.0; Win64; x64', 'Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0'), 'Edge on Windows'],
    [on('X11; Linux x86_64', 'Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0'), 'Opera on Linux'],
    [on('Linux; Android 10; K', 'Chrome/142.0.0.0 Mobile Safari/537.36'), 'Chrome on Android'],
    [on('iPhone; CPU iPhone OS 18_6 like Mac OS X', 'Version/26.0 Mobile/15E148 Safari/604.1'), 'Safari on iOS'],
    [on('Macintosh; Intel Mac OS X 10_15_7', 'Version/26.0 Safari/605.1.15'), 'Safari on macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    ['curl/8.5.0', ''],
    ['', ''],
  ])('is read from %s', (agent, device) => {
    expect(deviceOf(agent)).toBe(device);
  });
});
