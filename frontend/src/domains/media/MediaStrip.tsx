import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  rectIntersection,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { Announcements, CollisionDetection, DragEndEvent } from '@dnd-kit/core';
import styled from '@emotion/styled';
import type { Scene } from '@storyreel/contracts';
import { useId, useState, type ReactNode } from 'react';
import { Row, space, tokens } from '../../ui';
import { DeleteMediaDialog } from './DeleteMediaDialog';
import { assetFilename, downloadFrom } from './download';
import { MediaPreview, PREVIEW_DROP_ID } from './MediaPreview';
import { SlotGrid } from './SlotGrid';
import type { AssetType, MediaAsset } from './slots';
import type { SceneMedia } from './useSceneMedia';

const Frame = styled.section`
  container-type: inline-size;
  display: grid;
  gap: ${space(3)};
  min-width: 0;
`;
const Heading = styled.h3`
  font-size: ${tokens.body};
  font-weight: 600;
`;
const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 280px) minmax(0, 400px);
  align-items: start;
  gap: ${space(4)};
  /* A slot must have room for its three buttons. */
  @container (max-width: 479px) {
    grid-template-columns: minmax(0, 1fr);
    & > :first-of-type {
      width: min(100%, 240px);
      justify-self: center;
    }
  }
`;

const closest: CollisionDetection = (args) => {
  const pointed = pointerWithin(args);
  return pointed.length > 0 ? pointed : rectIntersection(args);
};

const nameOf = (data: Record<string, unknown> | undefined): string =>
  typeof data?.name === 'string' ? data.name : 'The item';

const announcements: Announcements = {
  onDragStart: ({ active }) =>
    `${nameOf(active.data.current)} picked up. Move it over the preview to make it the main one.`,
  onDragOver: ({ active, over }) => `${nameOf(active.data.current)} is ${over ? 'over' : 'beside'} the preview.`,
  onDragEnd: ({ active, over }) => `${nameOf(active.data.current)} ${over ? 'is now the main one' : 'was put back'}.`,
  onDragCancel: ({ active }) => `${nameOf(active.data.current)} was put back.`,
};
const screenReaderInstructions = {
  draggable:
    'Press Space to pick it up, the arrow keys to move it, Space over the preview to make it the main one, Escape to put it back.',
};

interface MediaStripProps {
  scene: Scene;
  type: AssetType;
  title: string;
  media: SceneMedia;
  /** The media's own assets, with what their slots tell while they are made; more may be on their way. */
  assets: readonly MediaAsset[];
  invitation: string;
  /** Buttons and notes below. */
  children: ReactNode;
}

/** The preview of a scene's images or videos with their slots. A slot dragged onto the preview becomes the main one. */
export function MediaStrip({ scene, type, title, media, assets, invitation, children }: MediaStripProps) {
  const headingId = useId();
  const [deleting, setDeleting] = useState<MediaAsset | null>(null);
  // A grip is not a button to click: a drag in the grid begins without any distance.
  const sensors = useSensors(useSensor(PointerSensor), useSensor(KeyboardSensor));
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over?.id === PREVIEW_DROP_ID) media.choose(String(active.id));
  };
  const accessibility = { announcements, screenReaderInstructions };
  return (
    <Frame role="group" aria-labelledby={headingId}>
      <Heading id={headingId}>{title}</Heading>
      <DndContext sensors={sensors} collisionDetection={closest} accessibility={accessibility} onDragEnd={onDragEnd}>
        <Columns>
          <MediaPreview
            type={type}
            asset={media.selected}
            invitation={invitation}
            onFile={media.add}
            full={media.full}
          />
          <SlotGrid
            type={type}
            assets={assets}
            uploads={media.uploads}
            selectedId={media.selected?.id ?? null}
            onToggle={media.toggle}
            onFile={media.add}
            onCancelUpload={media.cancelUpload}
            onDelete={setDeleting}
            onDownload={(asset) => downloadFrom(asset.url, assetFilename(scene, asset))}
          />
        </Columns>
      </DndContext>
      <Row gap={2}>{children}</Row>
      <DeleteMediaDialog asset={deleting} onClose={() => setDeleting(null)} onConfirm={media.remove} />
    </Frame>
  );
}
