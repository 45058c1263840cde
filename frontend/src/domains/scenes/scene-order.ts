import type { Scene } from '@storyreel/contracts';

const ORDER_STEP = 10;

type Placed = Pick<Scene, 'order' | 'displayOrder'>;

/** Numbers things by their place: order in steps of 10, displayOrder from 1. */
export const renumbered = <S extends Placed>(scenes: S[]): S[] =>
  scenes.map((scene, index) => {
    const order = (index + 1) * ORDER_STEP;
    const displayOrder = index + 1;
    return scene.order === order && scene.displayOrder === displayOrder ? scene : { ...scene, order, displayOrder };
  });

/** The list with one scene moved to the place of another, renumbered; the list itself when nothing moves. */
export function movedScene<S extends Placed & { id: string }>(scenes: S[], movedId: string, overId: string): S[] {
  const from = scenes.findIndex(({ id }) => id === movedId);
  const to = scenes.findIndex(({ id }) => id === overId);
  const moved = scenes[from];
  if (moved === undefined || to === -1 || from === to) return scenes;
  const rest = scenes.filter((_, index) => index !== from);
  return renumbered([...rest.slice(0, to), moved, ...rest.slice(to)]);
}

/** The list in the order of the ids; scenes that the ids do not name come last. */
export function inOrderOf<S extends Placed & { id: string }>(scenes: S[], ids: readonly string[]): S[] {
  const place = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: S): number => place.get(id) ?? ids.length;
  return renumbered([...scenes].sort((a, b) => placeOf(a) - placeOf(b)));
}

/** What a card or a header calls a scene's place. */
export const sceneNumber = (scene: Pick<Scene, 'order'> & { displayOrder?: number | null }): number =>
  scene.displayOrder ?? scene.order;
