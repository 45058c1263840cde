import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { eventCatalogue } from './event-catalogue';

const SOURCES = resolve(__dirname, '../..');

describe('docs/events.md', () => {
  const page = eventCatalogue(SOURCES);

  it('equals the generated catalogue; `npm run events -- catalogue --write` updates it', () => {
    expect(readFileSync(resolve(SOURCES, '../../docs/events.md'), 'utf8')).toBe(page);
  });

  const section = (type: string): string => page.split(`### ${type}\n`)[1]?.split('\n#')[0] ?? '';

  it('lists versions, fields with their types, who makes an event and who reacts to it', () => {
    const queued = section('VideoJobQueued');
    expect(queued).toContain('- `seconds`: `number`');
    expect(queued).toContain('(../backend/src/generation/kinds/video/video-job.ts)');
    expect(queued).toMatch(/- Views: .*`video_job`/);
    expect(queued).toMatch(/- Processes: .*`queue-video-job`/);
    expect(queued).toContain('- Browsers: are told');
    expect(section('VideoJobAccepted')).toContain("- Version: 2. Version 1 named a clip's prediction differently");
    expect(section('AllScenesRestored')).toContain('Undoes the newest AllScenesDeleted or ScenesReplaced.');
    expect(section('PostRestored')).toContain('- `scheduledAt`: `string | null`');
  });

  it('finds the place that makes each event', () => {
    const unknown = page
      .split('\n### ')
      .slice(1)
      .filter((each) => !each.includes('\n- Made in: '));
    expect(unknown.map((each) => each.split('\n', 1)[0])).toEqual([]);
  });
});
