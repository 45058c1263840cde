import type { ProviderCall, RunText } from '@storyreel/contracts';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { SceneState, SceneTexts } from '../../storyboard';

/** What an answer calls it, and the scene. */
const FIELDS = {
  description: 'description',
  imagePrompt: 'imagePrompt',
  enhancedPrompt: 'imagePrompt',
  videoPrompt: 'videoPrompt',
} as const;
type Answered = keyof typeof FIELDS;
const isField = (name: string): name is Answered => Object.hasOwn(FIELDS, name);

const answerIn = (events: readonly RecordedEvent[]): [string, string][] => {
  const done = events.findLast(({ type }) => type === 'TextAnswered');
  const { answer = {} } = (done?.data ?? {}) as { answer?: Record<string, unknown> };
  return Object.entries(answer).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
};

/** What of a text can come into its scene; null when nothing can. */
export function sceneTextsIn(events: readonly RecordedEvent[]): SceneTexts | null {
  const texts = answerIn(events).flatMap(([name, text]) => (isField(name) ? [[FIELDS[name], text] as const] : []));
  return texts.length > 0 ? Object.fromEntries(texts) : null;
}

/** What was written, and whether its scene has it as it is. */
export function textsOf(
  events: readonly RecordedEvent[],
  { scene, calls }: { scene: SceneState | null; calls: readonly ProviderCall[] },
): RunText[] {
  const texts = answerIn(events).map(([name, text]): RunText => {
    if (scene === null || !isField(name)) return { name, text, inScene: null };
    return { name: FIELDS[name], text, inScene: scene[FIELDS[name]] === text };
  });
  const split = calls.findLast(({ operation, answer }) => operation === 'splitStory' && answer !== null);
  if (!split) return texts;
  const { scenes = [] } = split.answer as { scenes?: { title: string }[] };
  return [...texts, { name: 'scenes', text: scenes.map(({ title }) => title).join('\n'), inScene: null }];
}
