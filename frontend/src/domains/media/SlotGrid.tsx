import styled from '@emotion/styled';
import { space, tokens } from '../../ui';
import type { PendingUpload } from '../uploads/upload-store';
import { AssetSlot } from './AssetSlot';
import { EmptySlot } from './EmptySlot';
import { buildSlots, isSelectable, type AssetType, type HowMade, type MediaAsset, type SlotCapacity } from './slots';
import { UploadSlot } from './UploadSlot';
import { useSlotStops } from './useSlotStops';

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
  /** A click on a slot that is filled and not processing, the chosen one included. */
  onToggle: (assetId: string) => void;
  /** A picked file, or the first of those dropped. Refusing it is the caller's. */
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

/** Two columns of square slots for images or clips. Must stand in a DndContext. */
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
