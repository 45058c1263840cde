import styled from '@emotion/styled';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Project, Scene } from '@storyreel/contracts';
import { useState } from 'react';
import { useMediaQuery } from '../../platform/useMediaQuery';
import { Button, Dialog, MOBILE, space, tokens } from '../../ui';
import { sceneNumber } from '../scenes/api';
import { flushScene } from '../scenes/useSceneAutosave';
import { SceneEditorBody } from './SceneEditorBody';

const Footer = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  width: 100%;
`;
const Place = styled.span`
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;

export interface SceneDialogProps {
  scene: Scene;
  scenes: Scene[];
  project: Project;
  isNew: boolean;
  onShow: (sceneId: string) => void;
  onClose: () => void;
}

/**
 * Moves the focus to the row or card of the scene that was shown last, or else to the element that opened the dialog.
 */
function returnFocus(sceneId: string, opener: Element | null, event: Event): void {
  const target = document.querySelector<HTMLElement>(`[data-scene-return="${sceneId}"]`) ?? opener;
  if (!(target instanceof HTMLElement)) return;
  event.preventDefault();
  target.focus();
}

export default function SceneDialog({ scene, scenes, project, isNew, onShow, onClose }: SceneDialogProps) {
  const isPhone = useMediaQuery(MOBILE);
  const [opener] = useState(() => document.activeElement);
  const at = scenes.findIndex(({ id }) => id === scene.id);
  const previous = scenes[at - 1];
  const next = scenes[at + 1];

  function show(neighbour: Scene | undefined): void {
    if (!neighbour) return;
    void flushScene(scene.id);
    onShow(neighbour.id);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isNew ? 'New Scene' : 'Edit Scene'}
      description={`Scene ${sceneNumber(scene)} of ${scenes.length}. Changes are saved as you type.`}
      size="large"
      onCloseAutoFocus={(event) => returnFocus(scene.id, opener, event)}
      footer={
        <Footer>
          <Button
            icon={<ChevronLeft size={16} aria-hidden />}
            aria-label="Previous scene"
            disabled={!previous}
            onClick={() => show(previous)}
          >
            Previous
          </Button>
          <Place>
            {at + 1} of {scenes.length}
          </Place>
          <Button aria-label="Next scene" disabled={!next} onClick={() => show(next)}>
            Next
            <ChevronRight size={16} aria-hidden />
          </Button>
        </Footer>
      }
    >
      <SceneEditorBody key={scene.id} scene={scene} project={project} isPhone={isPhone} isNew={isNew} />
    </Dialog>
  );
}
