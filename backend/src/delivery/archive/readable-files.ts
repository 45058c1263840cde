import { postStatisticsSchema, toZaps } from '@storyreel/contracts';
import { csvCell } from '../../ledger';
import { escapeHtml } from '../../lib/text';
import type { OwnRow } from './own-rows';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const wordsOf = (value: unknown): string =>
  (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []).join(' ');

const numbersSchema = postStatisticsSchema.pick({ numbers: true });

/** Returns the known statistics of a post as text, such as '1204 views, 88 likes, 7 comments'. */
function numbersOf(statistics: unknown): string {
  const numbers = numbersSchema.safeParse(statistics).data?.numbers;
  const known = Object.entries(numbers ?? {}).filter(([, count]) => count !== null);
  return known.map(([name, count]) => `${count} ${name}`).join(', ');
}

/** Writes posts as Markdown, one below the other. */
export async function* postsText(posts: AsyncIterable<OwnRow>): AsyncGenerator<string> {
  yield '# Posts\n';
  for await (const post of posts) {
    const facts = [
      textOf(post.platform),
      textOf(post.phase),
      post.deleted === true ? 'deleted' : '',
      textOf(post.scheduledAt) && `planned for ${textOf(post.scheduledAt)}`,
      textOf(post.publishedAt) && `published ${textOf(post.publishedAt)}`,
      textOf(post.publishedUrl),
      numbersOf(post.statistics),
    ];
    const lines = [textOf(post.content), wordsOf(post.hashtags), wordsOf(post.mentions)].filter((line) => line !== '');
    yield `\n## ${textOf(post.title) || 'Untitled'}\n\n${facts.filter((fact) => fact !== '').join(' · ')}\n\n`;
    yield `${lines.join('\n\n')}\n`;
  }
}

/**
 * Writes the chats as Markdown, with a chapter for each project.
 * @param titles titles of projects by id
 */
export async function* chatsText(
  messages: AsyncIterable<OwnRow>,
  titles: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  yield '# Research\n';
  let chapter: unknown;
  for await (const { projectId, role, content, createdAt } of messages) {
    if (projectId !== chapter) {
      chapter = projectId;
      yield `\n## ${titles.get(textOf(projectId)) ?? 'Without a project'}\n`;
    }
    yield `\n**${role === 'user' ? 'You' : 'Assistant'}** (${textOf(createdAt)})\n\n${textOf(content)}\n`;
  }
}

const LEDGER_COLUMNS = [
  'at',
  'kind',
  'description',
  'available',
  'held',
  'projectId',
  'model',
  'reason',
  'id',
] as const;

/** Writes the ledger's entries as CSV; received zaps are positive, spent zaps negative. */
export async function* ledgerText(entries: AsyncIterable<OwnRow>): AsyncGenerator<string> {
  // The byte order mark makes spreadsheet programs read the file as UTF-8.
  yield `\uFEFF${LEDGER_COLUMNS.join(',')}\r\n`;
  for await (const entry of entries) {
    const cells = LEDGER_COLUMNS.map((column) => {
      const value = entry[column];
      if (typeof value === 'number') return csvCell(toZaps(value));
      return csvCell(value instanceof Date ? value.toISOString() : value === null ? null : textOf(value));
    });
    yield `${cells.join(',')}\r\n`;
  }
}

/** Writes rows as a JSON array, one row per line. */
export async function* jsonText(rows: AsyncIterable<OwnRow>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

export interface IndexedFolder {
  title: string;
  about: string;
  files: readonly string[];
}

const link = (file: string): string =>
  `<li><a href="${escapeHtml(file.split('/').map(encodeURIComponent).join('/'))}">${escapeHtml(file)}</a></li>`;

/** Writes the index page, which lists every file of the archive. */
export function indexPage(email: string, at: string, folders: readonly IndexedFolder[]): string {
  const chapters = folders.map(
    ({ title, about, files }) =>
      `<section><h2>${escapeHtml(title)}</h2><p>${escapeHtml(about)}</p><ul>${files.map(link).join('')}</ul></section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Your Storyreel data</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2rem; }
ul { padding-left: 1.25rem; }
a { overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>Your Storyreel data</h1>
<p>All that belongs to ${escapeHtml(email)}, as of ${escapeHtml(at)}. Not in here: recordings of
providers' answers, and the list of your devices.</p>
${chapters.join('\n')}
</body>
</html>
`;
}
