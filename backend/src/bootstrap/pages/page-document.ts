import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { WORKSPACE_TABS } from '@storyreel/contracts';
import { z } from 'zod';
import type { PageAddress } from './first-reads';

const files = z.array(z.string());
/** What the build of the front end says of itself (frontend/build/first-files.mjs). */
const firstFilesShape = z.object({
  landing: files,
  screens: z.record(z.string(), files),
  tabs: z.record(z.string(), files),
});
type FirstFiles = z.infer<typeof firstFilesShape>;

/** The page of the front end as it was built, and what each address needs of its files. Read anew: a build may change. */
export async function readPage(folder: string): Promise<{ html: string; firstFiles: FirstFiles | null }> {
  const [html, told] = await Promise.all([
    readFile(path.join(folder, 'index.html'), 'utf8'),
    readFile(path.join(folder, 'first-files.json'), 'utf8').catch(() => 'null'),
  ]);
  return { html, firstFiles: firstFilesShape.nullable().parse(JSON.parse(told)) };
}

/** The files that the screen at an address runs, beside those that every page names. */
export function filesFor(firstFiles: FirstFiles, { path: address, project, tab }: PageAddress, isVisitor: boolean) {
  if (isVisitor) return firstFiles.landing;
  const isOpen = address === '/' && project !== undefined;
  const known = WORKSPACE_TABS.find((name) => name === tab) ?? 'story';
  const table = isOpen ? firstFiles.tabs : firstFiles.screens;
  const key = isOpen ? known : address;
  return (Object.hasOwn(table, key) && table[key]) || [];
}

/** In the page for the screen's code to find; see frontend/src/platform/first-answers.ts. */
const ANSWERS_ID = 'first-answers';

/** The page with what its screen needs: files on their way before any script has run, and answers to its first reads. */
export function withFirst(
  html: string,
  wanted: readonly string[],
  first: { answers: Record<string, unknown>; position: string | null } | null,
): string {
  const links = wanted.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const place = first?.position ? ` data-position="${first.position}"` : '';
  const data = first && `<script type="application/json" id="${ANSWERS_ID}"${place}>${asText(first.answers)}</script>`;
  // A function: what people wrote may hold what a replacement would take for a pattern.
  return html.replace('</head>', () => `${links.join('')}${data ?? ''}</head>`);
}

/** JSON that cannot end its element, nor begin a comment in it. */
const asText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
