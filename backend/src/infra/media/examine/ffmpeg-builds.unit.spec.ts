import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFfmpeg } from '@storyreel/ffmpeg';
import { DECODERS, KINDS } from './probe-clip';

const ROOT = join(__dirname, '../../../../..');
/** Folders whose code runs ffmpeg. */
const ROOMS = [
  'backend/ffmpeg/src',
  'backend/sandbox/src/clips',
  'backend/src/infra/media',
  'backend/src/generation/kinds/film',
  'backend/src/generation/kinds/speech',
];
/** Encoders that ffmpeg chooses by itself: for JPEG files, raw samples, and frames that are only counted. */
const IMPLIED = ['mjpeg', 'pcm_s16le', 'pcm_f32le', 'wrapped_avframe'];

type Kind = 'filter' | 'decoder' | 'encoder' | 'demuxer' | 'muxer';
type Build = (kind: Kind) => ReadonlySet<string>;

/** The list from which the image's ffmpeg is built: '--enable-filter=fade,format'. */
function imageBuild(): Build {
  const script = readFileSync(join(ROOT, 'docker/build-ffmpeg.sh'), 'utf8');
  return (kind) => {
    const lists = script.matchAll(new RegExp(`--enable-${kind}=(\\S+)`, 'gu'));
    return new Set(Array.from(lists, ([, names = '']) => names.split(',')).flat());
  };
}

/** Matches a line of an executable's own list: ' V....D h264    H.264'. */
const executable =
  (ffmpeg: string): Build =>
  (kind) => {
    const words = execFileSync(ffmpeg, ['-v', 'error', `-${kind}s`], { encoding: 'utf8' });
    const names = Array.from(words.matchAll(/^ *\S+ +([\w,-]+) /gmu), ([, list = '']) => list.split(',')).flat();
    // ffmpeg lists containers of raw samples as 's16le', but its build options name them 'pcm_s16le'.
    return new Set(kind.endsWith('muxer') ? names.flatMap((name) => [name, `pcm_${name}`]) : names);
  };

function productCode(): string {
  const isProduct = (file: string): boolean =>
    file.endsWith('.ts') && !/\.spec\.ts$|(?:^|\/)(?:testing|composing)\//u.test(file);
  const texts = ROOMS.flatMap((room) => {
    const folder = join(ROOT, room);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isProduct);
    return files.map((file) => readFileSync(join(folder, file), 'utf8'));
  });
  return texts.join('\n').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gmu, '');
}

/** Returns the filters named in filter graphs: a name followed by settings, or next to a label or another filter. */
function filtersIn(code: string, known: ReadonlySet<string>): string[] {
  const quoted = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/gu);
  const literals = Array.from(quoted, (literal) => literal.slice(1).find((text) => text !== undefined) ?? '');
  const graphs = literals.filter((literal) => /[=,;[\]]/u.test(literal));
  const names = graphs.flatMap((graph) =>
    Array.from(graph.matchAll(/(?:^|[\],;}])([a-z][a-z0-9]*)(?=$|[=,;[])/gu), ([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => known.has(name));
}

const named = (code: string, option: string): string[] => [
  ...new Set(Array.from(code.matchAll(new RegExp(`'${option}',\\s*'(\\w+)'`, 'gu')), ([, name = '']) => name)),
];

describe('the features of ffmpeg that the product uses', () => {
  const code = productCode();
  let builds: [string, Build][];
  let filters: string[];
  beforeAll(async () => {
    const npm = await findFfmpeg(undefined, {});
    const installed = new Set([npm, await findFfmpeg()]);
    builds = [
      ["the image's list", imageBuild()],
      ...Array.from(installed, (path): [string, Build] => [path, executable(path)]),
    ];
    filters = filtersIn(code, executable(npm)('filter'));
  });

  /** Lists the groups of which a build has no member; one member of a group is enough. */
  const lacking = (kinds: readonly Kind[], groups: readonly (readonly string[])[]): string[] =>
    builds.flatMap(([build, has]) => {
      const own = new Set(kinds.flatMap((kind) => [...has(kind)]));
      return groups
        .filter((group) => !group.some((name) => own.has(name)))
        .map((group) => `${build}: ${group.join(' or ')}`);
    });
  const each = (names: readonly string[]): string[][] => names.map((name) => [name]);

  it('are read from the product’s code', () => {
    expect(filters).toEqual(expect.arrayContaining(['zoompan', 'gblur', 'lutyuv', 'lut3d', 'anull', 'settb']));
    expect(named(code, '-f')).toEqual(expect.arrayContaining(['mov', 'concat', 'image2', 'mp4', 'f32le', 'null']));
    expect(named(code, '-c:[va]')).toEqual(expect.arrayContaining(['libx264', 'aac', 'mjpeg']));
  });

  it('are in every build: filters', () => {
    expect(lacking(['filter'], each(filters))).toEqual([]);
  });

  it('are in every build: decoders, one for each accepted format', () => {
    expect(lacking(['decoder'], [...DECODERS, ['png'], ['mjpeg']])).toEqual([]);
  });

  it('are in every build: encoders', () => {
    const asked = named(code, '-c:[va]').filter((name) => name !== 'copy');
    expect(lacking(['encoder'], each([...asked, ...IMPLIED]))).toEqual([]);
  });

  it('are in every build: containers', () => {
    const raw = (name: string): string => (/^[sf]\d+le$/u.test(name) ? `pcm_${name}` : name);
    expect(lacking(['demuxer', 'muxer'], each(named(code, '-f').map(raw)))).toEqual([]);
    expect(lacking(['demuxer'], each([...KINDS.map(([demuxer]) => demuxer), 'concat', 'image2']))).toEqual([]);
  });
});
