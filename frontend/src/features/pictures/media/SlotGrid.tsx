import styled from '@emotion/styled';
import { acceptOf } from '@storyreel/contracts';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { IconButton, Progress, space, Spinner, tokens } from '../../../ui';
import type { PendingUpload } from '../../uploads/upload';
import { useFileDrop, useFilePicker } from '../../uploads/useFileInput';
import { AssetSlot } from './AssetSlot';
import { ASSET_WORD, buildSlots, isSelectable } from './assets';
import type { AssetType, HowMade, MediaAsset, SlotCapacity } from './assets';
import { Actions, Shimmer, Tile, TileButton } from './slot-styles';

/** Step of each arrow key in the grid of two columns. */
const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 2, ArrowUp: -2 };

/**
 * Gives a grid of slots a single tab stop: the last focused slot, or at first the chosen one. Arrows, Home and End move
 * between slots.
 */
function useSlotStops(keys: readonly string[], chosenKey: string | null) {
  const [last, setLast] = useState<string | null>(null);
  const stop = [last, chosenKey].find((key) => key !== null && keys.includes(key)) ?? keys[0];

  function onFocus({ target }: FocusEvent): void {
    const key = target.closest('li')?.querySelector<HTMLElement>('[data-slot]')?.dataset.slot;
    if (key !== undefined) setLast(key);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.slot === undefined) return;
    // Slots in progress cannot be focused.
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[data-slot]:enabled')];
    const at = buttons.findIndex((button) => button === event.target);
    const step = STEPS[event.key];
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : step && at + step;
    const next = to === undefined ? undefined : buttons[to];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
  return { isStop: (key: string): boolean => key === stop, group: { onFocus, onKeyDown } };
}

interface EmptySlotProps {
  type: AssetType;
  onFile: (file: File) => void;
  /** Key of the slot in the grid. */
  slotKey: string;
  isStop: boolean;
}

/** An empty slot. A click opens the file dialog, and a dropped file is uploaded. */
function EmptySlot({ type, onFile, slotKey, isStop }: EmptySlotProps) {
  const { over, zone } = useFileDrop(onFile);
  const label = `Upload ${ASSET_WORD[type]}`;
  const [openDialog, input] = useFilePicker({ accept: acceptOf(type), label: `${label} file`, onFile });
  return (
    <Tile {...zone} data-status="empty" data-over={over}>
      <TileButton type="button" data-empty data-slot={slotKey} tabIndex={isStop ? 0 : -1} onClick={openDialog}>
        <Plus size={20} aria-hidden />
        {label}
      </TileButton>
      {input}
    </Tile>
  );
}

/** An upload in progress, with a button that cancels it. */
function UploadSlot({ upload, onCancel }: { upload: PendingUpload; onCancel: () => void }) {
  const percent = `${Math.round(upload.fraction * 100)}%`;
  return (
    <Tile aria-busy data-status="uploading">
      <Shimmer>
        <Spinner label={`Uploading ${upload.filename}`} />
        {percent}
        <Progress value={upload.fraction} label={`Upload of ${upload.filename}`} />
      </Shimmer>
      <Actions style={{ opacity: 1 }}>
        <IconButton
          variant="secondary"
          label={`Cancel upload of ${upload.filename}`}
          tooltip="Cancel Upload"
          icon={<X size={16} aria-hidden />}
          onClick={onCancel}
        />
      </Actions>
    </Tile>
  );
}

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(2)};
`;
const Note = styled.p`
  margin-top: ${space(2)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;

interface SlotGridProps extends SlotCapacity {
  type: AssetType;
  assets: readonly MediaAsset[];
  uploads?: readonly PendingUpload[];
  selectedId: string | null;
  /** Called when a complete slot is clicked, including the chosen one. */
  onToggle: (assetId: string) => void;
  /** Called with a picked file, or with the first of the dropped ones. The caller has to validate the file. */
  onFile: (file: File) => void;
  onCancelUpload?: (uploadId: string) => void;
  onDelete: (asset: MediaAsset) => void;
  onDownload: (asset: MediaAsset) => void;
  howMade?: HowMade;
}

const NAMES: Record<AssetType, { one: string; list: string }> = {
  image: { one: 'Image', list: 'Images' },
  video: { one: 'Clip', list: 'Clips' },
};

/** Two columns of square slots for images or clips. Has to be within a DndContext. */
export function SlotGrid(props: SlotGridProps) {
  const { type, assets, uploads, selectedId, onToggle, onFile, onCancelUpload, onDelete, onDownload, howMade } = props;
  const { slots, full } = buildSlots(assets, uploads, props);
  const reachable = slots.filter(
    (slot) => slot.kind === 'empty' || (slot.kind === 'asset' && isSelectable(slot.asset)),
  );
  const { isStop, group } = useSlotStops(
    reachable.map(({ key }) => key),
    selectedId,
  );
  return (
    <div>
      <Grid aria-label={NAMES[type].list} {...group}>
        {slots.map((slot, index) => {
          switch (slot.kind) {
            case 'asset':
              return (
                <AssetSlot
                  key={slot.key}
                  asset={slot.asset}
                  name={`${NAMES[type].one} ${index + 1}`}
                  selected={slot.asset.id === selectedId}
                  onToggle={() => onToggle(slot.asset.id)}
                  onDelete={() => onDelete(slot.asset)}
                  onDownload={() => onDownload(slot.asset)}
                  onDropFile={onFile}
                  onExplain={howMade?.(slot.asset)}
                  isStop={isStop(slot.key) || !isSelectable(slot.asset)}
                />
              );
            case 'upload':
              return (
                <UploadSlot key={slot.key} upload={slot.upload} onCancel={() => onCancelUpload?.(slot.upload.id)} />
              );
            case 'empty':
              return (
                <EmptySlot key={slot.key} type={type} onFile={onFile} slotKey={slot.key} isStop={isStop(slot.key)} />
              );
          }
        })}
      </Grid>
      {full && <Note>Full</Note>}
    </div>
  );
}
