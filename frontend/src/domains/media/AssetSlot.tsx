import { useDraggable } from '@dnd-kit/core';
import { CSS } from '@dnd-kit/utilities';
import { Download, GripVertical, ImageOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton, Spinner, StatusDot, type StatusColour } from '../../ui';
import { useFileDrop } from '../uploads/useFileDrop';
import { FadeInImage } from './FadeInImage';
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
}

function Picture({ asset, name, onBroken }: { asset: MediaAsset; name: string; onBroken: () => void }) {
  const still = asset.type === 'image' ? asset.url : asset.posterUrl;
  if (still) return <FadeInImage src={still} alt={name} onBroken={onBroken} />;
  // Without a poster the clip's own first frame stands for it.
  return <video src={`${asset.url}#t=0.1`} muted playsInline preload="metadata" aria-label={name} onError={onBroken} />;
}

/** A filled place of the grid. */
export function AssetSlot({ asset, name, selected, onToggle, onDelete, onDownload, onDropFile }: AssetSlotProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const processing = asset.status === 'processing';
  const broken = isBroken(asset) || (asset.url !== '' && brokenUrl === asset.url);
  const usable = isUsable(asset);
  const { over, zone } = useFileDrop(onDropFile);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, isDragging } = useDraggable({
    id: asset.id,
    data: { name },
    disabled: !usable,
  });
  const dot: StatusColour = slotDot(asset.status);
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
        aria-label={`${name}, ${broken ? 'cannot be shown' : STATUS_WORDS[asset.status].toLowerCase()}`}
        aria-pressed={selected}
        disabled={!isSelectable(asset)}
        onClick={onToggle}
        onKeyDown={(event) => {
          if (event.key !== 'Delete') return;
          event.preventDefault();
          onDelete();
        }}
      >
        {!processing && broken && <ImageOff size={20} role="img" aria-label="Cannot be shown" />}
        {!processing && !broken && asset.url !== '' && (
          <Picture asset={asset} name="" onBroken={() => setBrokenUrl(asset.url)} />
        )}
      </TileButton>
      {processing && (
        <Shimmer>
          <Spinner label={`${name} is being made`} />
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
              variant="secondary"
              label={`Drag ${name} to the preview`}
              icon={<GripVertical size={16} aria-hidden />}
              style={{ touchAction: 'none', cursor: 'grab' }}
            />
          )}
          {usable && (
            <IconButton
              variant="secondary"
              label={`Download ${name}`}
              icon={<Download size={16} aria-hidden />}
              onClick={onDownload}
            />
          )}
          <IconButton
            variant="secondary"
            label={`Delete ${name}`}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={onDelete}
          />
        </Actions>
      )}
    </Tile>
  );
}
