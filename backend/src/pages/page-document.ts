import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { signInAddress, WORKSPACE_TABS } from '@storyreel/contracts';
import { z } from 'zod';
import { escapeHtml } from '../lib/text';
import type { FirstPicture, PageAddress } from './first-reads';

const files = z.array(z.string());
/** File list written by the front end's build (frontend/build/first-files.mjs). */
const firstFilesShape = z.object({
  screens: z.record(z.string(), files),
  tabs: z.record(z.string(), files),
});
type FirstFiles = z.infer<typeof firstFilesShape>;

/** A built page. It is read again for each request, since a build may change it. */
interface BuiltPage {
  html: string;
  /** Front-end files that each address needs. */
  firstFiles: FirstFiles | null;
}

export async function readApp(folder: string): Promise<BuiltPage> {
  const [html, told] = await Promise.all([
    readFile(path.join(folder, 'index.html'), 'utf8'),
    readFile(path.join(folder, 'first-files.json'), 'utf8').catch(() => 'null'),
  ]);
  return { html, firstFiles: firstFilesShape.nullable().parse(JSON.parse(told)) };
}

/**
 * Reads the landing page, prerendered by the build; it names its own files (frontend/build/prerendered-landing.mjs).
 */
export async function readLanding(folder: string): Promise<BuiltPage> {
  return { html: await readFile(path.join(folder, 'landing.html'), 'utf8'), firstFiles: null };
}

/**
 * Makes the landing page's sign-in links lead to the requested address afterwards; this works before any script runs.
 */
export const withReturnAddress = (html: string, asked: string): string =>
  ([undefined, 'sign-in'] as const).reduce(
    (page, form) => page.replaceAll(hrefTo(signInAddress('/', form)), () => hrefTo(signInAddress(asked, form))),
    html,
  );
const hrefTo = (address: string): string => `href="${escapeHtml(address)}"`;

/** Returns the files that the screen at an address needs, apart from those that every page names. */
export function filesFor(firstFiles: FirstFiles, { path: address, project, tab }: PageAddress) {
  const isOpen = address === '/' && project !== undefined;
  const known = WORKSPACE_TABS.find((name) => name === tab) ?? 'story';
  const table = isOpen ? firstFiles.tabs : firstFiles.screens;
  const key = isOpen ? known : address;
  return (Object.hasOwn(table, key) && table[key]) || [];
}

/** The app's root element. */
const ROOT = '<div id="root"></div>';
/** Id of the element with the answers, read by frontend/src/platform/prerender/prerender.ts. */
const ANSWERS_ID = 'first-answers';

export interface First {
  /** Script files of the screen. */
  files: readonly string[];
  pictures: readonly FirstPicture[];
  /** Prerendered HTML, shown until the app has started; React then replaces the content of the root element. */
  look: string | null;
  /** Answers to the first reads, as of a log position; null when the browser has to send the reads. */
  answers: { byAddress: Record<string, unknown>; position: string | null } | null;
}

/**
 * Adds to a page the things that its screen needs: preloads of its files, prerendered HTML, and the answers to its
 * first reads.
 */
export function withFirst(html: string, { files: wanted, pictures, look, answers: first }: First): string {
  const images = pictures.map(
    ({ widths, sizes }) =>
      `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${escapeHtml(widths)}" imagesizes="${escapeHtml(sizes)}">`,
  );
  const links = wanted.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const place = first?.position ? ` data-position="${first.position}"` : '';
  const data =
    first && `<script type="application/json" id="${ANSWERS_ID}"${place}>${asText(first.byAddress)}</script>`;
  // Functions as replacements, because users' texts may contain `$` patterns.
  return html
    .replace(ROOT, () => `<div id="root">${look ?? ''}</div>`)
    .replace('<title>', () => `${images.join('')}<title>`)
    .replace('</head>', () => `${links.join('')}${data ?? ''}</head>`);
}

/** Serialises a value as JSON that can neither end its element nor start a comment. */
const asText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
