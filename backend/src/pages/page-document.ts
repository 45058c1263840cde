import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { signInAddress, WORKSPACE_TABS } from '@storyreel/contracts';
import { z } from 'zod';
import { escapeHtml } from '../lib/text';
import type { FirstPicture, PageAddress } from './first-reads';

const files = z.array(z.string());
/** What the build of the front end says of itself (frontend/build/first-files.mjs). */
const firstFilesShape = z.object({
  screens: z.record(z.string(), files),
  tabs: z.record(z.string(), files),
});
type FirstFiles = z.infer<typeof firstFilesShape>;

/** A page as it was built. Read anew each time: a build may change. */
interface BuiltPage {
  html: string;
  /** What each address needs of the front end's files. */
  firstFiles: FirstFiles | null;
}

export async function readApp(folder: string): Promise<BuiltPage> {
  const [html, told] = await Promise.all([
    readFile(path.join(folder, 'index.html'), 'utf8'),
    readFile(path.join(folder, 'first-files.json'), 'utf8').catch(() => 'null'),
  ]);
  return { html, firstFiles: firstFilesShape.nullable().parse(JSON.parse(told)) };
}

/** What a visitor sees, drawn by the build; it names its own files (frontend/build/prerendered-landing.mjs). */
export async function readLanding(folder: string): Promise<BuiltPage> {
  return { html: await readFile(path.join(folder, 'landing.html'), 'utf8'), firstFiles: null };
}

/** The landing page as it stands at an address: signing in leads on to that, before any script says so. */
export const leadingOnTo = (html: string, asked: string): string =>
  ([undefined, 'sign-in'] as const).reduce(
    (page, form) => page.replaceAll(hrefTo(signInAddress('/', form)), () => hrefTo(signInAddress(asked, form))),
    html,
  );
const hrefTo = (address: string): string => `href="${escapeHtml(address)}"`;

/** The files that the screen at an address runs, beside those that every page names. */
export function filesFor(firstFiles: FirstFiles, { path: address, project, tab }: PageAddress) {
  const isOpen = address === '/' && project !== undefined;
  const known = WORKSPACE_TABS.find((name) => name === tab) ?? 'story';
  const table = isOpen ? firstFiles.tabs : firstFiles.screens;
  const key = isOpen ? known : address;
  return (Object.hasOwn(table, key) && table[key]) || [];
}

/** Where the app begins. */
const ROOT = '<div id="root"></div>';
/** In the page for the screen's code to find; see frontend/src/platform/prerender/prerender.ts. */
const ANSWERS_ID = 'first-answers';

export interface First {
  /** Of its code. */
  files: readonly string[];
  pictures: readonly FirstPicture[];
  /** What the screen looks like, until the app has run: React empties the place where it begins. */
  look: string | null;
  /** To its first reads, as things stood at a position; null where the browser is to ask. */
  answers: { byAddress: Record<string, unknown>; position: string | null } | null;
}

/** The page with what its screen needs: files on their way before any script has run, and answers to its first reads. */
export function withFirst(html: string, { files: wanted, pictures, look, answers: first }: First): string {
  const images = pictures.map(
    ({ widths, sizes }) =>
      `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${escapeHtml(widths)}" imagesizes="${escapeHtml(sizes)}">`,
  );
  const links = wanted.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const place = first?.position ? ` data-position="${first.position}"` : '';
  const data =
    first && `<script type="application/json" id="${ANSWERS_ID}"${place}>${asText(first.byAddress)}</script>`;
  // A function: what people wrote may hold what a replacement would take for a pattern.
  return html
    .replace(ROOT, () => `<div id="root">${look ?? ''}</div>`)
    .replace('<title>', () => `${images.join('')}<title>`)
    .replace('</head>', () => `${links.join('')}${data ?? ''}</head>`);
}

/** JSON that cannot end its element, nor begin a comment in it. */
const asText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
