import type { SceneVersion, SceneVersionTexts } from '@storyreel/contracts';
import type { SceneState } from '../domain/scene';
import type { Step } from './steps';

export const textsOf = ({
  title,
  description,
  imagePrompt,
  videoPrompt,
  narration,
}: SceneVersionTexts): SceneVersionTexts => ({ title, description, imagePrompt, videoPrompt, narration });

/** Returns those text changes of a step that versions of a scene compare. */
const textChanges = ({ changes }: Pick<Step, 'changes'>, sceneId: string) =>
  changes.flatMap((change) =>
    change.of === 'scene' && change.sceneId === sceneId && Object.hasOwn(textsOf(NO_TEXTS), change.key) ? change : [],
  );

const NO_TEXTS: SceneVersionTexts = { title: '', description: '', imagePrompt: '', videoPrompt: '', narration: null };

/** Returns a scene's texts before a step, computed from its texts after the step. */
export const textsBefore = (step: Step, sceneId: string, after: SceneVersionTexts): SceneVersionTexts =>
  textsOf({
    ...after,
    ...Object.fromEntries(textChanges(step, sceneId).map(({ key, before }) => [key, before])),
  });

/**
 * Returns the version that a step produced, with these texts; null unless the step created, wrote or emptied the scene.
 */
export function versionOf(step: Step, scene: SceneState, texts: SceneVersionTexts): SceneVersion | null {
  const about = step.changes.filter((change) => 'sceneId' in change && change.sceneId === scene.id);
  const dropped = about.flatMap((change) => {
    if (change.of !== 'images') return [];
    const isGone = ({ id, url }: { id: string; url: string }): boolean =>
      !change.after.some((image) => image.id === id) && !scene.images.some((image) => image.url === url);
    return change.before.flatMap(({ id, url }, index) =>
      isGone({ id, url }) ? [{ id, url, index, isKept: true }] : [],
    );
  });
  const hasBegun = about.some((change) => change.of === 'deletion' && !change.after);
  if (!hasBegun && dropped.length === 0 && textChanges(step, scene.id).length === 0) return null;
  const { revision, at, by, what } = step;
  return { revision: revision.toString(), at, by, what, texts, dropped };
}
