import type { FilmFormat } from '@storyreel/contracts';
import { escapeHtml } from '../../lib/text';

export interface SharePage {
  title: string;
  /** Absolute address of the page. The others may be relative to it. */
  url: string;
  videoUrl: string;
  posterUrl: string | null;
  captionsUrl: string | null;
  format: FilmFormat | null;
}

/** Size for the layout of link previews; players read the real size from the file. */
const PREVIEW: Record<FilmFormat, readonly [number, number]> = {
  '9:16': [1080, 1920],
  '16:9': [1920, 1080],
  '1:1': [1080, 1080],
  '4:5': [1080, 1350],
};

const STYLE = `
      html, body { height: 100%; margin: 0; background: #000; color: #e5e5e5; }
      main { display: grid; height: 100%; place-items: center; font: 16px/1.5 system-ui, sans-serif; }
      video { display: block; width: 100%; height: 100%; max-height: 100dvh; object-fit: contain; }
      h1 { max-width: 40ch; margin: 0; padding: 24px; font: inherit; text-align: center; }
      video + h1 { position: absolute; width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); }`;

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

/** Metadata for link previews on other sites. They resolve no relative addresses, so these are absolute. */
function previewOf({ title, url, format, ...files }: SharePage): string {
  // Values stored before addresses were validated may be invalid.
  const whole = (address: string): string | null => (URL.canParse(address, url) ? new URL(address, url).href : null);
  const videoUrl = whole(files.videoUrl);
  const posterUrl = files.posterUrl && whole(files.posterUrl);
  const [width, height] = format === null ? [] : PREVIEW[format];
  const tags: [string, string | number | null | undefined][] = [
    ['og:type', 'video.other'],
    ['og:site_name', 'Storyreel'],
    ['og:title', title],
    ['og:url', url],
    ['og:image', posterUrl],
    ['og:image:width', posterUrl === null ? null : width],
    ['og:image:height', posterUrl === null ? null : height],
    ['og:video', videoUrl],
    ['og:video:secure_url', videoUrl?.startsWith('https:') ? videoUrl : null],
    ['og:video:type', format === null ? null : 'video/mp4'],
    ['og:video:width', width],
    ['og:video:height', height],
    ['twitter:card', posterUrl === null ? 'summary' : 'summary_large_image'],
  ];
  return tags
    .flatMap(([name, content]) => (content === null || content === undefined ? [] : meta(name, content)))
    .join('\n');
}

/** A page with one video and no script. Its title is for screen readers. */
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
      <h1>${name}</h1>`,
  );
}

/** For revoked links, links that never existed, and missing files of a video. */
export const noSharePage = (): string =>
  frame(
    '    <title>Video not found</title>',
    '      <h1>This video isn’t shared any more, or the link is incomplete.</h1>',
  );
