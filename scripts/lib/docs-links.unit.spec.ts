import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

const markdownIn = (folder: string): string[] =>
  readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return folder === '.' ? [] : markdownIn(place);
    return entry.name.endsWith('.md') && entry.name !== 'template.md' ? [place] : [];
  });

/** Returns the files that a page links to, relative to the project's folder. */
function linksOf(page: string): string[] {
  const targets = [...readFileSync(inRoot(page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const files = targets.filter((target) => !/^[a-z]+:/.test(target)).map((target) => target.replace(/#.*$/, ''));
  return files.filter((target) => target !== '').map((target) => path.join(path.dirname(page), target));
}

describe('the documentation', () => {
  it.each([...markdownIn('.'), ...markdownIn('docs')])('%s links only to existing files and headings', (page) => {
    expect(linksOf(page).filter((target) => !existsSync(inRoot(target)))).toEqual([]);
  });
});
