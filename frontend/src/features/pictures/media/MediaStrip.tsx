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
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ConfirmDialog, FINAL, RESTORABLE, Row, space, tokens } from '../../../ui';
import { MediaPreview, PREVIEW_DROP_ID } from './MediaPreview';
import { SlotGrid } from './SlotGrid';
import { ASSET_WORD, isUsable } from './assets';
import type { AssetType, HowMade, MediaAsset } from './assets';
import { downloadFrom } from '../../../platform/http/downloads';
import { assetFilename } from './files';
import type { SceneMedia } from './useSceneMedia';

interface DeleteMediaDialogProps {
  asset: MediaAsset | null;
  onClose: () => void;
  /** Deletes the asset; resolves to true once it is deleted. */
  onConfirm: (asset: MediaAsset) => Promise<boolean>;
  /** Restores the focus after the dialog has closed. */
  onClosed: () => void;
}

/** Asks before an image or a video is deleted; stays open if the deletion fails. */
function DeleteMediaDialog({ asset, onClose, onConfirm, onClosed }: DeleteMediaDialogProps) {
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    if (!asset) return;
    setPending(true);
    const gone = await onConfirm(asset);
    setPending(false);
    if (gone) onClose();
  };
  return (
    <ConfirmDialog
      open={asset !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Confirm Deletion"
      body={`Are you sure you want to delete this image/video? ${asset && !isUsable(asset) ? FINAL : RESTORABLE}`}
      confirmLabel="Delete"
      destructive
      pending={pending}
      onConfirm={() => void confirm()}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClosed();
      }}
    />
  );
}

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
  /* Stacked, because side by side a slot would have no room for its three buttons. */
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

const typeOf = (data: Record<string, unknown> | undefined): string =>
  ASSET_WORD[data?.type === 'video' ? 'video' : 'image'];

const announcements: Announcements = {
  onDragStart: ({ active }) =>
    `${nameOf(active.data.current)} picked up. Move it over the preview to make it the main ${typeOf(active.data.current)}.`,
  onDragOver: ({ active, over }) => `${nameOf(active.data.current)} is ${over ? 'over' : 'beside'} the preview.`,
  onDragEnd: ({ active, over }) =>
    `${nameOf(active.data.current)} ${over ? `is now the main ${typeOf(active.data.current)}` : 'was put back'}.`,
  onDragCancel: ({ active }) => `${nameOf(active.data.current)} was put back.`,
};
const screenReaderInstructions = {
  draggable:
    'Press Space to pick it up, the arrow keys to move it, Space over the preview to choose it as the main one, Escape to put it back.',
};

interface MediaStripProps {
  scene: Scene;
  type: AssetType;
  title: string;
  media: SceneMedia;
  /** The existing assets, with the progress of unfinished ones. The strip adds uploads itself. */
  assets: readonly MediaAsset[];
  invitation: string;
  howMade?: HowMade;
  /** Shown in the preview instead of the main asset until another one is selected. */
  shownFirst?: MediaAsset;
  /** Called when another asset has been selected. */
  onToggle?: () => void;
  /** Buttons and notes below the strip. */
  children: ReactNode;
}

/**
 * The preview of a scene's images or videos, with their slots. Dragging a slot onto the preview makes its asset the
 * main one.
 */
export function MediaStrip(props: MediaStripProps) {
  const { scene, type, title, media, assets, invitation, howMade, shownFirst, onToggle, children } = props;
  const headingId = useId();
  const [deleting, setDeleting] = useState<MediaAsset | null>(null);
  const frame = useRef<HTMLElement>(null);
  const deletedAt = useRef(0);
  function askToDelete(asset: MediaAsset): void {
    deletedAt.current = assets.findIndex(({ id }) => id === asset.id);
    setDeleting(asset);
  }
  /**
   * While `shownFirst` is in the preview, the first press on the main asset shows that asset instead of deselecting it.
   */
  function toggle(assetId: string): void {
    const isBack = shownFirst && shownFirst.id !== assetId && assetId === media.selected?.id;
    onToggle?.();
    if (!isBack) media.toggle(assetId);
  }
  /** Focuses the slot that the deletion was for, or the slot that is now in its place. */
  function returnFocus(): void {
    const slots = [...(frame.current?.querySelectorAll<HTMLElement>('[data-slot]:enabled') ?? [])];
    (slots[deletedAt.current] ?? slots.at(-1))?.focus();
  }
  // The drag handle has no click action, so a drag needs no minimum distance.
  const sensors = useSensors(useSensor(PointerSensor), useSensor(KeyboardSensor));
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over?.id !== PREVIEW_DROP_ID) return;
    onToggle?.();
    media.choose(String(active.id));
  };
  const accessibility = { announcements, screenReaderInstructions };
  return (
    <Frame ref={frame} role="group" aria-labelledby={headingId}>
      <Heading id={headingId}>{title}</Heading>
      <DndContext sensors={sensors} collisionDetection={closest} accessibility={accessibility} onDragEnd={onDragEnd}>
        <Columns>
          <MediaPreview
            type={type}
            asset={shownFirst ?? media.selected}
            invitation={invitation}
            onFile={media.add}
            full={media.full}
          />
          <SlotGrid
            type={type}
            assets={assets}
            uploads={media.uploads}
            selectedId={media.selected?.id ?? null}
            onToggle={toggle}
            onFile={media.add}
            onCancelUpload={media.cancelUpload}
            onDelete={askToDelete}
            howMade={howMade}
            onDownload={(asset) => downloadFrom(asset.url, assetFilename(scene, asset))}
          />
        </Columns>
      </DndContext>
      <Row gap={2}>{children}</Row>
      <DeleteMediaDialog
        asset={deleting}
        onClose={() => setDeleting(null)}
        onConfirm={media.remove}
        onClosed={returnFocus}
      />
    </Frame>
  );
}
