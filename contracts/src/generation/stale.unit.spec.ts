import { NEW_FILM_SETTINGS } from '../films/film-settings';
import { filmFingerprint } from '../films/film-fingerprint';
import { filmTimeline } from '../films/film-timeline';
import { clipInputs, imageInputs, type Origin } from './made-from';
import { sentCast } from './references';
import { NEW_SPEAKER_VOICE } from './spoken';
import { chosenItems, refreshTotal, type ProjectNow, type SceneNow, staleItems } from './stale';

/** Returns a function that draws numbers from 0 to below `most`, the same sequence for the same seed. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

type Recipe = Record<string, unknown>;
const isSame = (one: Recipe, other: Recipe): boolean => JSON.stringify(one) === JSON.stringify(other);
const NAMES = ['Mara', 'Tom', 'Ada'] as const;
type Name = (typeof NAMES)[number];
/** A model that accepts sixteen reference pictures, and one that accepts none. */
const [TAKES, TAKES_NONE] = ['gpt-image-2', 'flux-dev'] as const;

interface ModelScene {
  id: string;
  shows: Name[];
  prompt: string;
  /** Style attributes contained in the image prompt. */
  writtenStyle: string | null;
  videoPrompt: string;
  words: string;
  images: string[];
  main: string;
  clip: string | null;
  clipFrom: 'image' | 'cast';
  model: string;
  speech: { url: string; seconds: number; text: string; voice: string; sound: typeof NEW_SPEAKER_VOICE };
  origins: Origin[];
}

/**
 * An independent model of a project in plain values, without hashes. It stores the recipe of everything it makes; a
 * result is stale when its recipe would be different now.
 */
class ModelProject {
  looks: Record<Name, string> = { Mara: 'red coat', Tom: 'grey beard', Ada: '' };
  pictures: Record<Name, string[]> = { Mara: [], Tom: ['/tom'], Ada: [] };
  style: string | null = 'ink';
  format: '9:16' | '16:9' = '9:16';
  captions: 'boxed' | 'plain' = 'boxed';
  reference: string | null = null;
  voice = 'alto';
  order = [0, 1, 2, 3, 4];
  private made = 0;
  private readonly recipes = new Map<string, Recipe>();
  private filmRecipe: Recipe = {};
  private print!: ReturnType<typeof filmFingerprint>;
  readonly scenes: ModelScene[];

  constructor() {
    this.scenes = this.order.map((n) => ({
      id: `33333333-3333-4333-8333-00000000000${n}`,
      shows: NAMES.filter((_, at) => (n + at) % 2 === 0),
      prompt: `place ${n}`,
      writtenStyle: n === 4 ? null : this.style,
      ...{ videoPrompt: `pan ${n}`, words: `Line ${n}.`, images: [], main: '', clip: n % 2 === 0 ? '' : null },
      clipFrom: n === 2 ? 'cast' : 'image',
      model: n < 3 ? TAKES : TAKES_NONE,
      speech: { url: '', seconds: 2, text: '', voice: '', sound: NEW_SPEAKER_VOICE },
      origins: [],
    }));
    for (const scene of this.scenes) {
      this.image(scene);
      if (scene.clip !== null) this.clip(scene);
      this.speak(scene);
    }
    this.film();
  }

  image(scene: ModelScene): void {
    const sent = this.sent(scene, scene.model === TAKES ? 16 : 0);
    const inputs = { imagePrompt: textOf(scene), model: scene.model, style: this.style, format: this.format, sent };
    scene.main = this.url('image');
    scene.images = [...scene.images.slice(-3), scene.main];
    scene.origins.push({ jobId: scene.main, urls: [scene.main], image: imageInputs(inputs) });
    this.recipes.set(scene.main, this.imageRecipe(scene));
  }

  upload(scene: ModelScene): void {
    scene.main = this.url('upload');
    scene.images = [...scene.images.slice(-3), scene.main];
  }

  clip(scene: ModelScene): void {
    const modelId = scene.clipFrom === 'cast' ? 'kling-v3-omni' : 'hailuo-2.3';
    const clip = { modelId, settings: {}, seconds: 6, from: scene.clipFrom, imageUrl: scene.main };
    const sent = this.sent(scene, scene.clipFrom === 'cast' ? 6 : 0);
    scene.clip = this.url('clip');
    const words = { videoPrompt: scene.videoPrompt, description: '', title: '' };
    scene.origins.push({ jobId: scene.clip, urls: [scene.clip], clip: clipInputs({ ...clip, scene: words, sent }) });
    this.recipes.set(scene.clip, this.clipRecipe(scene));
  }

  speak(scene: ModelScene): void {
    scene.speech = { ...scene.speech, url: this.url('speech'), text: scene.words, voice: this.voice };
  }

  film(): void {
    this.filmRecipe = this.recipeOfFilm();
    const { fields, scenes } = this.now();
    this.print = filmFingerprint({ ...fields.film, blocks: filmTimeline(scenes, fields.film).blocks, music: null });
  }

  private url(kind: string): string {
    return `/${kind}-${++this.made}`;
  }

  private imageRecipe(scene: ModelScene): Recipe {
    return {
      text: textOf(scene),
      format: this.format,
      ...this.carried(scene, scene.model === TAKES),
    };
  }

  private clipRecipe(scene: ModelScene): Recipe {
    const { clipFrom, videoPrompt, main } = scene;
    return { videoPrompt, ...(clipFrom === 'image' && { main }), ...this.carried(scene, clipFrom === 'cast') };
  }

  /** Returns the members in a request: as pictures if the model accepts them, otherwise as words. */
  private carried({ shows }: ModelScene, takesPictures: boolean): Recipe {
    const carried = shows.flatMap((name): [string, unknown][] => {
      const own = [...this.pictures[name], ...(name === 'Mara' && this.reference !== null ? [this.reference] : [])];
      if (takesPictures && own.length > 0) return [[name, [...new Set(own)]]];
      return this.looks[name] === '' ? [] : [[name, this.looks[name]]];
    });
    return { cast: Object.fromEntries(carried) };
  }

  private recipeOfFilm(): Recipe {
    const shown = this.order.map((at) => {
      const { id, main, images, clip, speech } = this.scene(at);
      return {
        id,
        shown: clip ?? main,
        others: [...new Set([main, ...images])].filter((url) => url !== (clip ?? main)),
        spoken: speech.url,
      };
    });
    return { shown, format: this.format, captions: this.captions };
  }

  scene(at: number): ModelScene {
    const scene = this.scenes[at];
    if (!scene) throw new Error(`No scene ${at}`);
    return scene;
  }

  /**
   * Returns true when a refresh would change the style in a prompt. A prompt that did not contain the style of its time
   * stays without one.
   */
  private isStyleStale({ writtenStyle }: ModelScene, styleThen: string | null): boolean {
    if (styleThen === this.style || writtenStyle === this.style) return false;
    return styleThen === null || writtenStyle === styleThen;
  }

  /** Returns the ids of everything that is stale by this model. */
  expected(): string[] {
    const scenes = this.order.map((at) => this.scene(at));
    const image = (scene: ModelScene): boolean => {
      const made = this.recipes.get(scene.main);
      const styleThen = scene.origins.find(({ jobId }) => jobId === scene.main)?.image?.style ?? null;
      if (!made) return false;
      return !isSame(made, this.imageRecipe(scene)) || this.isStyleStale(scene, styleThen);
    };
    const clip = (scene: ModelScene): boolean => {
      const made = this.recipes.get(scene.clip ?? '');
      if (!made) return false;
      return !isSame(made, this.clipRecipe(scene)) || (scene.clipFrom === 'image' && image(scene));
    };
    const speech = ({ speech: { text, voice }, words }: ModelScene) => text !== words || voice !== this.voice;
    const stale = [
      ...scenes.filter(image).map(({ id }) => `images/${id}`),
      ...scenes.filter(clip).map(({ id }) => `clips/${id}`),
      ...scenes.filter(speech).map(({ id }) => `speech/${id}`),
    ];
    const isFilmStale = stale.length > 0 || !isSame(this.filmRecipe, this.recipeOfFilm());
    return isFilmStale ? [...stale, 'film/project'] : stale;
  }

  private fields(): ProjectNow['fields'] {
    const cast = NAMES.map((name) => ({
      ...{ id: `character-${name.toLowerCase()}`, kind: 'character' as const, name },
      pictures: this.pictures[name].map((url) => ({ id: url, url, hash: url })),
    }));
    return {
      characters: NAMES.map((name) => (this.looks[name] === '' ? name : `${name}: ${this.looks[name]}`)).join('\n'),
      ...{ environment: '', props: '', cast, imageUrl: this.reference },
      voices: [{ ...NEW_SPEAKER_VOICE, speaker: '', voice: this.voice }],
      film: { ...NEW_FILM_SETTINGS, format: this.format, captions: this.captions },
    };
  }

  private sent(scene: ModelScene, most: number) {
    return sentCast(this.fields(), sceneNow(scene), textOf(scene), most);
  }

  now(): ProjectNow {
    const scenes = this.order.map((at) => sceneNow(this.scene(at)));
    const film = this.print && { quality: 'draft' as const, fingerprint: this.print };
    return {
      id: 'project',
      fields: this.fields(),
      style: this.style,
      scenes,
      firstVoice: null,
      music: null,
      film,
      offers: () => true,
    };
  }

  /** Makes these items again, as a refresh does. */
  refresh(ids: readonly string[]): void {
    for (const { id, step, sceneId } of chosenItems(staleItems(this.now()), ids)) {
      if (step === 'film') this.film();
      const scene = this.scenes.find((one) => one.id === sceneId);
      if (!scene) continue;
      if (step === 'images') {
        const made = scene.origins.find(({ jobId }) => jobId === scene.main)?.image;
        // A prompt that contains the former style gets the present one.
        if (made && made.style !== this.style && (made.style === null || scene.writtenStyle === made.style))
          scene.writtenStyle = this.style;
        this.image(scene);
      } else if (step === 'clips') this.clip(scene);
      else this.speak(scene);
      expect(id).toBe(`${step}/${scene.id}`);
    }
  }
}

const textOf = ({ prompt, writtenStyle }: ModelScene): string =>
  writtenStyle === null ? prompt : `${prompt}, ${writtenStyle}`;

const sceneNow = (scene: ModelScene): SceneNow => ({
  ...{ id: scene.id, title: '', description: '', sourceText: scene.shows.join(' and '), imagePrompt: textOf(scene) },
  ...{ videoPrompt: scene.videoPrompt, narration: scene.words, speaker: '', cast: null, duration: 5, shotPins: [] },
  ...{ speech: scene.speech, mainImageUrl: scene.main, imageUrls: scene.images, origins: scene.origins },
  mainVideo: scene.clip === null ? null : { url: scene.clip, duration: 6 },
});

const EDITS: Record<string, (project: ModelProject, scene: ModelScene, roll: (most: number) => number) => void> = {
  look: (project, _, roll) => (project.looks[NAMES[roll(3)] ?? 'Mara'] = ['red coat', 'blue coat', ''][roll(3)] ?? ''),
  picture: (project, _, roll) => {
    const name = NAMES[roll(3)] ?? 'Mara';
    project.pictures[name] = [[], [`/${name}-a`], [`/${name}-b`, `/${name}-c`]][roll(3)] ?? [];
  },
  reference: (project, _, roll) => (project.reference = [null, '/reference'][roll(2)] ?? null),
  style: (project, _, roll) => (project.style = [null, 'ink', 'oil'][roll(3)] ?? null),
  format: (project, _, roll) => (project.format = roll(2) === 0 ? '9:16' : '16:9'),
  captions: (project, _, roll) => (project.captions = roll(2) === 0 ? 'boxed' : 'plain'),
  voice: (project, _, roll) => (project.voice = roll(2) === 0 ? 'alto' : 'bass'),
  prompt: (_, scene, roll) => (scene.prompt = `place ${roll(3)}`),
  'video prompt': (_, scene, roll) => (scene.videoPrompt = `pan ${roll(2)}`),
  words: (_, scene, roll) => (scene.words = `Line ${roll(3)}.`),
  cast: (_, scene, roll) => (scene.shows = NAMES.filter(() => roll(2) === 0)),
  main: (_, scene, roll) => (scene.main = scene.images[roll(scene.images.length)] ?? scene.main),
  upload: (project, scene) => project.upload(scene),
  order: (project) => (project.order = [...project.order.slice(1), ...project.order.slice(0, 1)]),
  refresh: (project, _, roll) => project.refresh(project.expected().filter(() => roll(3) > 0)),
  'refresh of all': (project) => project.refresh(project.expected()),
};

describe('stale items', () => {
  it.each([1, 2])('are exactly those of a simple model of recipes, after each of 200 random edits (%i)', (seed) => {
    const roll = dice(seed);
    const project = new ModelProject();
    expect(staleItems(project.now())).toEqual([]);
    const seen = { stale: 0, kept: 0, back: 0 };
    const names = Object.keys(EDITS);
    for (let edit = 0; edit < 200; edit++) {
      const name = names[roll(names.length)] ?? '';
      const before = project.expected();
      EDITS[name]?.(project, project.scene(roll(5)), roll);
      const stale = staleItems(project.now());
      const expected = project.expected();
      expect([edit, name, stale.map(({ id }) => id)]).toEqual([edit, name, expected]);
      expect(stale.filter(({ reasons, after }) => reasons.length + after.length === 0)).toEqual([]);
      if (name === 'refresh of all') expect(stale).toEqual([]);
      seen.stale += stale.length;
      seen.kept += 20 - stale.length;
      seen.back += !name.startsWith('refresh') && expected.length < before.length ? 1 : 0;
    }
    expect(Math.min(seen.stale, seen.kept)).toBeGreaterThan(200);
    expect(seen.back).toBeGreaterThan(3);
  });

  it('are listed, and priced item by item', () => {
    const project = new ModelProject();
    project.looks.Mara = 'blue coat';
    const [image, ...more] = staleItems(project.now());
    expect(image).toMatchObject({ reasons: ['Mara’s look changed'], after: [], problem: null });
    expect(more.find(({ step }) => step === 'film')).toMatchObject({
      reasons: [],
      after: expect.arrayContaining([image?.id]),
    });
    project.style = 'oil';
    expect(staleItems(project.now())[0]?.reasons).toEqual(['The style changed', 'Mara’s look changed']);
  });

  it('leave out items whose inputs are unknown', () => {
    const project = new ModelProject();
    for (const scene of project.scenes) scene.origins = [];
    project.format = '16:9';
    project.looks.Mara = 'blue coat';
    expect(staleItems(project.now()).map(({ id }) => id)).toEqual(['film/project']);
  });
});

describe('a choice of stale items', () => {
  const item = (id: string, more: object = {}) => ({
    id,
    step: 'images' as const,
    reasons: ['x'],
    after: [] as string[],
    problem: null,
    ...more,
  });
  it.each([
    ['all', ['a', 'b', 'c'], ['a', 'b', 'c']],
    ['items that depend on others, with one of those', ['b'], []],
    ['without items that can’t be made', ['d'], []],
    ['items with a reason of their own', ['c'], ['c']],
  ])('is %s', (_, chosen, expected) => {
    const items = [
      item('a'),
      item('b', { reasons: [], after: ['a'] }),
      item('c', { after: ['a'] }),
      item('d', { problem: 'No.' }),
    ];
    expect(chosenItems(items, chosen).map(({ id }) => id)).toEqual(expected);
  });

  it('costs nothing for images that the plan includes', () => {
    const items = [item('a'), item('b'), item('c', { step: 'clips' })];
    expect([0, 1, 2, 60].map((included) => refreshTotal(items, included, () => 2))).toEqual([6, 4, 2, 2]);
  });
});
