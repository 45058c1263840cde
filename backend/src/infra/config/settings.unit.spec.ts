import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { SETTINGS } from './app-config';

const read = (file: string): string => readFileSync(resolve(__dirname, '../../../..', file), 'utf8');

interface Compose {
  services: Record<string, Service>;
}
interface Service {
  environment: Record<string, string | null>;
  ports?: string[];
  logging?: object;
  tmpfs: string[];
  pids_limit: number;
  healthcheck?: object;
  build?: { args: Record<string, string> };
}
const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
const { environment = {}, ports = [] } = compose.services.app ?? {};

const limitsTold = (/^### Limits of the containers$(.*?)^##/ms.exec(read('docs/operations.md'))?.[1] ?? '')
  .split('\n')
  .map(
    (line) =>
      line
        .split(/ *\| */)
        .slice(0, 4)
        .join(' | ')
        .trim() + ' |',
  );

/** Settings that the database driver reads by itself. */
const DRIVERS = ['PGPASSWORD'];
/** Set by the container image. */
const IN_THE_IMAGE = ['PORT', 'STORYREEL_HOME', 'FFMPEG_PATH', 'NODE_ENV'];
const sorted = (names: Iterable<string>): string[] => [...names].sort();

/** Returns the settings in the table of a page's section 'Settings'. */
function listedIn(page: string): string[] {
  const table = /^## Settings$(.*?)^## /ms.exec(read(page))?.[1] ?? '';
  return table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name));
}

describe('the settings', () => {
  it('are exactly those on the operations page', () => {
    expect(sorted(listedIn('docs/operations.md'))).toEqual(sorted([...SETTINGS, ...DRIVERS]));
  });

  it('are ten in the README, for newcomers', () => {
    const told = listedIn('README.md');
    expect(told).toHaveLength(10);
    expect(told.filter((name) => !SETTINGS.includes(name))).toEqual([]);
  });

  it('are all passed to the container by docker-compose.yml, except for those that the image sets', () => {
    const passed = [...Object.keys(environment), ...IN_THE_IMAGE];
    expect(sorted(passed)).toEqual(sorted([...SETTINGS, ...DRIVERS]));
    for (const name of IN_THE_IMAGE) expect(read('docker/Dockerfile')).toMatch(new RegExp(`\\b${name}=`));
  });

  it('are passed on under their own names', () => {
    for (const [name, value] of Object.entries(environment)) {
      if (!value?.startsWith(`\${${name}`) && name !== 'PGPASSWORD') expect([name, value]).toEqual([name, fixed(name)]);
    }
  });
});

/**
 * Returns the value that the compose file fixes, such as the address of its own store; null for settings that the
 * operator supplies.
 */
const fixed = (name: string): string | null =>
  ({
    DATABASE_URL: 'postgres://storyreel@postgres:5432/storyreel',
    EVENTSTORE_URL: 'esdb://eventstore:2113?tls=false',
  })[name] ?? null;

describe('docker-compose.yml', () => {
  it('keeps the password of Postgres out of the address, where its characters would have a meaning', () => {
    expect(environment.DATABASE_URL).not.toContain('POSTGRES_PASSWORD');
    expect(environment.PGPASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  });

  it('derives the public address from the port that it opens', () => {
    const port = '$' + '{PORT:-3000}';
    expect(environment.PUBLIC_URL).toBe(`\${PUBLIC_URL:-http://localhost:${port}}`);
    expect(ports).toEqual([`\${BIND:-127.0.0.1}:${port}:3000`]);
    expect(read('docs/operations.md')).toContain('`BIND=0.0.0.0`');
  });

  it.each([
    ['app', { mem_limit: '1536m', pids_limit: 256 }, []],
    ['postgres', { mem_limit: '1g', pids_limit: 256 }, ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID']],
    ['eventstore', { mem_limit: '2g', pids_limit: 512 }, []],
  ])('gives %s no privileges, and the resource limits on the operations page', (name, limits, rights) => {
    const { [name]: service } = compose.services;
    const hard = { read_only: true, security_opt: ['no-new-privileges:true'], cap_drop: ['ALL'] };
    expect(service).toMatchObject({ ...hard, ...limits });
    expect((service as { cap_add?: string[] }).cap_add ?? []).toEqual(rights);
    for (const place of service?.tmpfs ?? []) expect(place).toMatch(/:size=\d+m$/);
    expect(service?.tmpfs).toContain('/tmp:size=64m');
    const row = `| \`${name}\` | ${limits.mem_limit} | ${limits.pids_limit} |`;
    expect(limitsTold).toContain(row);
  });

  it('checks a starting service every second, so that dependent services start without delay', () => {
    const early = { start_interval: '1s', start_period: expect.stringMatching(/^\d+s$/) as string };
    for (const name of ['postgres', 'eventstore']) expect(compose.services[name]?.healthcheck).toMatchObject(early);
    expect(read('docker/Dockerfile')).toMatch(/^HEALTHCHECK .*--start-interval=1s/m);
  });

  it('builds the image without its embedded Postgres, which is included by default', () => {
    expect(compose.services.app?.build?.args).toEqual({ EMBEDDED_POSTGRES: 'false' });
    expect(read('docker/Dockerfile')).toMatch(/^ARG EMBEDDED_POSTGRES=true$/m);
  });

  it('reads its secrets from a file that is in no commit and in no image', () => {
    expect(read('.gitignore').split('\n')).toContain('.env');
    expect(read('.dockerignore').split('\n')).toContain('**/.env*');
  });

  it('limits the size of every log', () => {
    for (const service of Object.values(compose.services)) {
      expect(service.logging).toMatchObject({ options: { 'max-size': '10m', 'max-file': '5' } });
    }
  });
});
