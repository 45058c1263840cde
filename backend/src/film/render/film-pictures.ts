import { CARD_SECONDS } from '@storyreel/contracts';
import type { FilmPlan, FilmScene } from './film-plan';
import type { PreparedScene } from './prepare-scenes';
import { type Slot, timeline } from './timeline';

/** One picture of the film: a card or a scene, with its time. */
export type FilmPicture = { slot: Slot } & (
  { kind: 'card'; text: string } | { kind: 'scene'; number: number; scene: FilmScene; prepared: PreparedScene }
);

/** Title card, scenes and end card in order, each at its time. */
export function filmPictures(plan: FilmPlan, prepared: readonly PreparedScene[]): FilmPicture[] {
  const card = (text: string, fadesToNext: boolean) => ({
    what: { kind: 'card' as const, text },
    timed: { speechSeconds: null, seconds: CARD_SECONDS, fadesToNext },
  });
  const scenes = prepared.map((one, index) => ({
    what: { kind: 'scene' as const, number: index + 1, scene: one.scene, prepared: one },
    timed: {
      speechSeconds: one.speech?.seconds ?? null,
      seconds: one.seconds,
      fadesToNext: one.scene.transition === 'fade',
    },
  }));
  const all = [
    ...(plan.title ? [card(plan.title.text, true)] : []),
    ...scenes,
    ...(plan.end ? [card(plan.end.text, false)] : []),
  ];
  const slots = timeline(all.map(({ timed }) => timed));
  return all.flatMap(({ what }, index) => {
    const slot = slots[index];
    return slot ? [{ ...what, slot }] : [];
  });
}
