import { noSharePage, type SharePage, sharePage } from './share-page';

const page = (part: Partial<SharePage> = {}): string =>
  sharePage({
    title: 'The Lamp',
    url: 'https://films.example/share/abc',
    videoUrl: '/share/abc/video',
    posterUrl: '/share/abc/poster',
    captionsUrl: '/share/abc/captions',
    size: { width: 360, height: 640 },
    home: 'https://films.example/',
    ...part,
  });
const metaOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta property="([^"]+)" content="([^"]*)">/g)].map(([, name, text]) => [name, text]),
  );

describe('the page of a shared video', () => {
  it('has the player, the title and the name of the product', () => {
    const body = page().split('<body>')[1] ?? '';
    expect(body).toContain('<video src="/share/abc/video" poster="/share/abc/poster" controls playsinline');
    expect(body).toContain('<track kind="captions" src="/share/abc/captions" label="Captions">');
    expect(body.replaceAll(/<video[^]*<\/video>|<\/?(main|body|html)>/g, '').trim()).toMatch(
      /^<footer>\s*<h1 dir="auto">The Lamp<\/h1>\s*<a href="https:\/\/films\.example\/">Made with Storyreel<\/a>\s*<\/footer>$/,
    );
    expect(page()).not.toContain('<script');
  });

  it('has preview metadata for other sites, with absolute addresses', () => {
    expect(metaOf(page())).toEqual({
      'og:type': 'video.other',
      'og:site_name': 'Storyreel',
      'og:title': 'The Lamp',
      'og:url': 'https://films.example/share/abc',
      'og:image': 'https://films.example/share/abc/poster',
      'og:image:width': '360',
      'og:image:height': '640',
      'og:image:type': 'image/jpeg',
      'og:image:alt': 'The Lamp',
      'og:video': 'https://films.example/share/abc/video',
      'og:video:secure_url': 'https://films.example/share/abc/video',
      'og:video:type': 'video/mp4',
      'og:video:width': '360',
      'og:video:height': '640',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'The Lamp',
      'twitter:image': 'https://films.example/share/abc/poster',
    });
  });

  it('exists for a video with an invalid address, without that address in the preview metadata', () => {
    const html = page({ videoUrl: 'https://a b/v.mp4', posterUrl: 'https://[/p.png', size: null });
    expect(html).toContain('<video src="https://a b/v.mp4"');
    expect(Object.keys(metaOf(html)).filter((name) => /video:secure|^og:(video|image)$/.test(name))).toEqual([]);
  });

  it('states only the known properties of an uploaded video', () => {
    const html = page({ title: ' ', posterUrl: null, captionsUrl: null, size: null });
    expect(Object.keys(metaOf(html))).toEqual([
      'og:type',
      'og:site_name',
      'og:title',
      'og:url',
      'og:video',
      'og:video:secure_url',
      'twitter:card',
      'twitter:title',
    ]);
    expect(html).toContain('<title>A video</title>');
    expect(html).not.toMatch(/poster=|<track/);
  });

  it('escapes text written by users', () => {
    const html = page({ title: '"><script>alert(1)</script>' });
    expect(html).not.toContain('<script');
    expect(html).toContain('&quot;&gt;&lt;script&gt;');
    expect(metaOf(html)['og:title']).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('is excluded from search engines, also when it has no video', () => {
    for (const html of [page(), noSharePage()]) expect(html).toContain('<meta name="robots" content="noindex">');
  });
});
