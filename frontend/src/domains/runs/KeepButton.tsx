import type { RunDetail } from '@storyreel/contracts';
import { reasonOf } from '../../platform/reasons';
import { Button, tellFailure, toast } from '../../ui';
import { useKeepRun } from './queries';

const IN_SCENE = ['main', 'in_scene'];

interface KeepButtonProps {
  run: RunDetail;
  label?: string;
  /** Also for what is in the scene already, as long as something else is the main one there. */
  asMain?: boolean;
}

/** Puts what the run made into its scene; there it can be taken out again. */
export function KeepButton({ run, label = 'Keep', asMain = false }: KeepButtonProps) {
  const keep = useKeepRun(run.id);
  const texts = run.texts.filter(({ inScene }) => inScene !== null);
  // A narration and a film are in their place as soon as they are made.
  const assets = run.assets.filter(({ kind }) => kind === 'image' || kind === 'video');
  const canKeep = run.state === 'complete' && assets.length + texts.length > 0;
  if (!canKeep) return null;
  const isThere =
    assets.every(({ place }) => IN_SCENE.includes(place)) && texts.every(({ inScene }) => inScene === true);
  const isMain = assets.length === 0 || assets.some(({ place }) => place === 'main');
  const change = (undo: boolean) =>
    keep.mutate(
      { undo },
      {
        onSuccess: () =>
          undo
            ? toast({ title: 'Removed from the scene' })
            : toast({ title: 'Kept', description: "It's in the scene now." }),
        onError: (error) => tellFailure("Couldn't keep it", reasonOf(error)),
      },
    );
  const undoes = isThere && run.trial;
  if (isThere && !run.trial && (isMain || !asMain)) return null;
  return (
    <Button variant={undoes ? 'secondary' : 'primary'} loading={keep.isPending} onClick={() => change(undoes)}>
      {undoes ? 'Undo Keep' : label}
    </Button>
  );
}
