import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { Scene } from '@storyreel/contracts';
import { useRef } from 'react';
import { IconButton, Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui';
import { sceneNumber } from '../../domains/scenes/scene-order';
import { useSceneCommands } from './scene-commands';

export interface SceneMenuProps {
  scene: Scene;
  /** On a card the entries name the thing: 'Edit Scene' instead of 'Edit'. */
  named?: boolean;
}

export function SceneMenu({ scene, named = false }: SceneMenuProps) {
  const { editScene, duplicateScene, askToDelete } = useSceneCommands();
  const thing = named ? ' Scene' : '';
  const chosen = useRef<(() => void) | null>(null);
  // Dialogs open once the closed menu has handed the focus back: they return it to where they found it.
  function runChosen(): void {
    const run = chosen.current;
    chosen.current = null;
    if (run) window.setTimeout(run);
  }
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={`Actions for scene ${sceneNumber(scene)}`}
          icon={<Ellipsis size={16} aria-hidden />}
          tooltip={false}
          data-scene-return={scene.id}
          data-delete-menu="scene"
          onClick={(event) => event.stopPropagation()}
        />
      </MenuTrigger>
      <MenuContent onCloseAutoFocus={runChosen}>
        <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => (chosen.current = () => editScene(scene.id))}>
          Edit{thing}
        </MenuItem>
        <MenuItem icon={<Copy size={16} aria-hidden />} onSelect={() => (chosen.current = () => duplicateScene(scene))}>
          Duplicate{thing}
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<Trash2 size={16} aria-hidden />}
          tone="danger"
          onSelect={() => (chosen.current = () => askToDelete(scene))}
        >
          Delete{thing}
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
