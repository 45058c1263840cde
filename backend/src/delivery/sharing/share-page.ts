import type { FrameSize } from '../../generation';
import { escapeHtml } from '../../lib/text';

export interface SharePage {
  title: string;
  /** Absolute address of the page; the addresses below may be relative to it. */
  url: string;
  videoUrl: string;
  posterUrl: string | null;
  captionsUrl: string | null;
  /** Frame size of the video and the poster; null if unknown. */
  size: FrameSize | null;
  /** Absolute address of the product's start page. */
  home: string;
}

const STYLE = `
      html, body { height: 100%; margin: 0; background: #000; color: #e5e5e5; }
      main { display: grid; height: 100dvh; place-items: center; font: 16px/1.5 system-ui, sans-serif; }
      main:has(video) { grid-template-rows: minmax(0, 1fr) auto; }
      video { display: block; width: 100%; height: 100%; object-fit: contain; }
      h1 { max-width: 40ch; margin: 0; padding: 24px; font: inherit; text-align: center; }
      footer { display: flex; flex-wrap: wrap; gap: 0 16px; justify-content: space-between; box-sizing: border-box; width: 100%; padding: 12px 16px; }
      footer h1 { max-width: none; padding: 0; font-weight: 600; text-align: start; overflow-wrap: anywhere; }
      footer a { color: inherit; text-underline-offset: 3px; }`;

const frame = (head: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark">
    <meta name="robots" content="noindex">
    <style>${STYLE}
    </style>
${head}
  </head>
  <body>
    <main>
${body}
    </main>
  </body>
</html>
`;

const meta = (property: string, content: string | number): string =>
  `    <meta property="${property}" content="${escapeHtml(String(content))}">`;

/**
 * Returns metadata for link previews on other sites. All addresses in it are absolute, since such sites cannot resolve
 * relative ones.
 */
function previewOf({ title, url, size, ...files }: Omit<SharePage, 'home'>): string {
  // Returns null for an invalid address, since early releases stored addresses without validating them.
  const whole = (address: string): string | null => (URL.canParse(address, url) ? new URL(address, url).href : null);
  const videoUrl = whole(files.videoUrl);
  const posterUrl = files.posterUrl && whole(files.posterUrl);
  const { width, height } = size ?? {};
  const tags: [string, string | number | null | undefined][] = [
    ['og:type', 'video.other'],
    ['og:site_name', 'Storyreel'],
    ['og:title', title],
    ['og:url', url],
    ['og:image', posterUrl],
    ['og:image:width', posterUrl === null ? null : width],
    ['og:image:height', posterUrl === null ? null : height],
    ['og:image:type', posterUrl === null || size === null ? null : 'image/jpeg'],
    ['og:image:alt', posterUrl === null ? null : title],
    ['og:video', videoUrl],
    ['og:video:secure_url', videoUrl?.startsWith('https:') ? videoUrl : null],
    ['og:video:type', size === null ? null : 'video/mp4'],
    ['og:video:width', width],
    ['og:video:height', height],
    ['twitter:card', posterUrl === null ? 'summary' : 'summary_large_image'],
    ['twitter:title', title],
    ['twitter:image', posterUrl],
  ];
  return tags
    .flatMap(([name, content]) => (content === null || content === undefined ? [] : meta(name, content)))
    .join('\n');
}

/** A page with one video, its title and no script. */
export function sharePage(page: SharePage): string {
  const { videoUrl, posterUrl, captionsUrl } = page;
  const title = page.title.trim() || 'A video';
  const name = escapeHtml(title);
  const poster = posterUrl === null ? '' : ` poster="${escapeHtml(posterUrl)}"`;
  const captions =
    captionsUrl === null
      ? ''
      : `\n      <track kind="captions" src="${escapeHtml(captionsUrl)}" label="Captions">\n    `;
  return frame(
    `    <title>${name}</title>\n${previewOf({ ...page, title })}`,
    `      <video src="${escapeHtml(videoUrl)}"${poster} controls playsinline preload="metadata" aria-label="${name}">${captions}</video>
      <footer>
        <h1 dir="auto">${name}</h1>
        <a href="${escapeHtml(page.home)}">Made with Storyreel</a>
      </footer>`,
  );
}

/** Returns the page for revoked links, links that never existed, and missing files of a video. */
export const noSharePage = (): string =>
  frame(
    '    <title>Video not found</title>',
    '      <h1>This video isn’t shared any more, or the link is incomplete.</h1>',
  );
