import { useQueryClient } from '@tanstack/react-query';
import type { Scene } from '@storyreel/contracts';
import { Sorter, type SorterProps } from '../../ui/Sorter';
import { movedScene, saveSceneOrder } from './api';

export interface SceneSorterProps extends Pick<
  SorterProps<Scene>,
  'strategy' | 'modifiers' | 'children' | 'renderDragged'
> {
  projectId: string;
  scenes: Scene[];
}

/** Lets the user sort scenes by dragging, and saves the new order. */
export function SceneSorter({ projectId, scenes, ...sorter }: SceneSorterProps) {
  const queryClient = useQueryClient();
  function move(from: string, to: string): void {
    const moved = movedScene(scenes, from, to);
    if (moved !== scenes) saveSceneOrder(queryClient, projectId, scenes, moved);
  }
  return <Sorter {...sorter} items={scenes} thing="scene" virtual onMove={move} />;
}
