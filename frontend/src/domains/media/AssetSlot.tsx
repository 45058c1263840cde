import { useDraggable } from '@dnd-kit/core';
import { CSS } from '@dnd-kit/utilities';
import { SHOWN_WIDTHS } from '@storyreel/contracts';
import { GripVertical, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton, Spinner, StatusDot, type StatusColour } from '../../ui';
import { useFileDrop } from '../uploads/useFileDrop';
import { FadeInImage } from './FadeInImage';
import { slotActions, SlotButtons, SlotMenu } from './SlotActions';
import { Actions, Corner, Shimmer, Tile, TileButton } from './slot-styles';
import { isBroken, isSelectable, isUsable, slotDot, type AssetStatus, type MediaAsset } from './slots';

const STATUS_WORDS: Record<AssetStatus, string> = {
  complete: 'Complete',
  processing: 'Processing',
  failed: 'Failed',
  pending: 'Pending',
};

interface AssetSlotProps {
  asset: MediaAsset;
  /** What it is called: 'Image 2'. */
  name: string;
  selected: boolean;
  onToggle: () => void;
  onDelete: () => void;
  onDownload: () => void;
  onDropFile: (file: File) => void;
  /** Shows how it was made; null where that is not known, as of an upload. */
  onExplain?: (() => void) | null;
  /** Whether Tab stops here; arrows lead to the other slots. */
  isStop: boolean;
}

function Picture({ asset, name, onBroken }: { asset: MediaAsset; name: string; onBroken: () => void }) {
  if (asset.type === 'image')
    return <FadeInImage src={asset.url} alt={name} sizes={SHOWN_WIDTHS.slot} onBroken={onBroken} />;
  if (asset.posterUrl) return <FadeInImage src={asset.posterUrl} alt={name} onBroken={onBroken} />;
  // Without a poster the clip's own first frame stands for it.
  return <video src={`${asset.url}#t=0.1`} muted playsInline preload="metadata" aria-label={name} onError={onBroken} />;
}

/** A filled place of the grid. */
export function AssetSlot(props: AssetSlotProps) {
  const { asset, name, selected, onToggle, onDelete, onDownload, onDropFile, onExplain, isStop } = props;
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const processing = asset.status === 'processing';
  const broken = isBroken(asset) || (asset.url !== '' && brokenUrl === asset.url);
  const usable = isUsable(asset);
  const { over, zone } = useFileDrop(onDropFile);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, isDragging } = useDraggable({
    id: asset.id,
    data: { name, type: asset.type },
    disabled: !usable,
  });
  const dot: StatusColour = slotDot(asset.status);
  const actions = slotActions(name, { onDownload: usable ? onDownload : null, onExplain, onDelete });
  const tabIndex = isStop ? 0 : -1;
  return (
    <Tile
      {...zone}
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform) }}
      data-status={asset.status}
      data-selected={selected}
      data-over={over}
      data-dragging={isDragging}
      aria-busy={processing || undefined}
    >
      <TileButton
        type="button"
        data-slot={asset.id}
        tabIndex={tabIndex}
        aria-label={`${name}, ${broken ? "can't be displayed" : STATUS_WORDS[asset.status].toLowerCase()}`}
        aria-pressed={selected}
        disabled={!isSelectable(asset)}
        onClick={onToggle}
        onKeyDown={(event) => {
          if (event.key !== 'Delete') return;
          event.preventDefault();
          onDelete();
        }}
      >
        {!processing && broken && <ImageOff size={20} role="img" aria-label="Can't be displayed" />}
        {!processing && !broken && asset.url !== '' && (
          <Picture asset={asset} name="" onBroken={() => setBrokenUrl(asset.url)} />
        )}
      </TileButton>
      {processing && (
        <Shimmer>
          <Spinner label={`Generating ${name.toLowerCase()}`} />
          {asset.progress}
        </Shimmer>
      )}
      <Corner>
        <StatusDot colour={dot} title={STATUS_WORDS[asset.status]} />
      </Corner>
      {!processing && (
        <Actions>
          {usable && (
            <IconButton
              {...attributes}
              {...listeners}
              ref={setActivatorNodeRef}
              tabIndex={tabIndex}
              variant="secondary"
              label={`Drag ${name} to the preview`}
              icon={<GripVertical size={16} aria-hidden />}
              style={{ touchAction: 'none', cursor: 'grab' }}
            />
          )}
          <SlotButtons actions={actions} tabIndex={tabIndex} />
          <SlotMenu name={name} actions={actions} tabIndex={tabIndex} />
        </Actions>
      )}
    </Tile>
  );
}
