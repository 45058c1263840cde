import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { SETTINGS } from './app-config';

const read = (file: string): string => readFileSync(resolve(__dirname, '../../../..', file), 'utf8');

interface Compose {
  services: Record<string, { environment: Record<string, string | null>; ports?: string[]; logging?: object }>;
}
const compose = parse(read('docker-compose.yml')) as Compose;
const { environment = {}, ports = [] } = compose.services.app ?? {};

/** What the driver reads by itself. */
const DRIVERS = ['PGPASSWORD'];
/** The image decides about these. */
const IN_THE_IMAGE = ['PORT', 'STORYREEL_HOME', 'FFMPEG_PATH', 'NODE_ENV'];
const sorted = (names: Iterable<string>): string[] => [...names].sort();

describe('the settings', () => {
  it('are those that the README lists', () => {
    const table = /^## Settings$(.*?)^## /ms.exec(read('README.md'))?.[1] ?? '';
    const listed = table
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name));
    expect(sorted(listed)).toEqual(sorted([...SETTINGS, ...DRIVERS]));
  });

  it('all reach the container that docker-compose.yml starts, but for those that the image sets', () => {
    const passed = [...Object.keys(environment), ...IN_THE_IMAGE];
    expect(sorted(passed)).toEqual(sorted([...SETTINGS, ...DRIVERS]));
    for (const name of IN_THE_IMAGE) expect(read('docker/Dockerfile')).toMatch(new RegExp(`\\b${name}=`));
  });

  it('are handed on under their own names', () => {
    for (const [name, value] of Object.entries(environment)) {
      if (!value?.startsWith(`\${${name}`) && name !== 'PGPASSWORD') expect([name, value]).toEqual([name, fixed(name)]);
    }
  });
});

/** What the compose file decides: where its own stores are. The rest has no value, and comes from who starts it. */
const fixed = (name: string): string | null =>
  ({
    DATABASE_URL: 'postgres://storyreel@postgres:5432/storyreel',
    EVENTSTORE_URL: 'esdb://eventstore:2113?tls=false',
  })[name] ?? null;

describe('docker-compose.yml', () => {
  it('keeps the password of Postgres out of the address, where its characters would mean something', () => {
    expect(environment.DATABASE_URL).not.toContain('POSTGRES_PASSWORD');
    expect(environment.PGPASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  });

  it('names the address that browsers use by the port that it opens', () => {
    const port = '$' + '{PORT:-3000}';
    expect(environment.PUBLIC_URL).toBe(`\${PUBLIC_URL:-http://localhost:${port}}`);
    expect(ports).toEqual([`${port}:3000`]);
  });

  it('lets no log grow without bound', () => {
    for (const service of Object.values(compose.services)) {
      expect(service.logging).toMatchObject({ options: { 'max-size': '10m', 'max-file': '5' } });
    }
  });
});
