import { isBlank } from '../common/text';
import { narrationOf } from '../generation/spoken';
import type { Scene } from '../projects/scene';
import { undrawableScripts } from './caption-look';
import type { FilmTimeline } from './film-timeline';
import type { FilmSettings } from './film';

/**
 * picture: neither clip nor image. narration: nothing is spoken. old-words: the narration was made from words that the
 * scene no longer has. script: captions in a script that no font of the product draws.
 */
export type FilmLackKind = 'picture' | 'narration' | 'old-words' | 'script';

/** Something that a film made now would lack, and the scenes that lack it, in the order of the film. */
export interface FilmLack {
  kind: FilmLackKind;
  sceneIds: string[];
  /** Names of the scripts that no font draws; empty for other kinds. */
  scripts: string[];
}

type SceneWords = Pick<Scene, 'id' | 'narration' | 'sourceText' | 'description'> & { speech: { text: string } | null };

/** Lists everything that a film made now would lack. A scene without words lacks no narration. */
export function filmLacks(
  scenes: readonly SceneWords[],
  { missing }: Pick<FilmTimeline, 'missing'>,
  { captions, titleCard, endCard }: Pick<FilmSettings, 'captions' | 'titleCard' | 'endCard'>,
): FilmLack[] {
  const hidden = new Set(missing.map(({ sceneId }) => sceneId));
  const shown = scenes.filter(({ id }) => !hidden.has(id));
  const lack = (kind: FilmLackKind, those: readonly { id: string }[], scripts: string[] = []): FilmLack[] =>
    those.length > 0 || scripts.length > 0 ? [{ kind, sceneIds: those.map(({ id }) => id), scripts }] : [];
  const words = new Map(shown.map((scene) => [scene.id, narrationOf(scene)]));
  const unspoken = shown.filter(({ id, speech }) => speech === null && !isBlank(words.get(id) ?? ''));
  const outdated = shown.filter(({ id, speech }) => speech !== null && speech.text.trim() !== words.get(id));
  const captioned = captions === 'off' ? [] : shown.filter(({ speech }) => speech !== null);
  const foreign = captioned.filter(({ speech }) => undrawableScripts(speech?.text ?? '').length > 0);
  const drawn = [...foreign.map(({ speech }) => speech?.text ?? ''), titleCard, endCard].join(' ');
  return [
    ...lack(
      'picture',
      scenes.filter(({ id }) => hidden.has(id)),
    ),
    ...lack('narration', unspoken),
    ...lack('old-words', outdated),
    ...lack('script', foreign, undrawableScripts(drawn)),
  ];
}
