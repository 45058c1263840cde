import { Plus } from 'lucide-react';
import { FilePicker } from './FilePicker';
import { acceptOf } from './file-kind';
import { Tile, TileButton } from './slot-styles';
import type { AssetType } from './slots';
import { useFileDrop } from './useFileDrop';

interface EmptySlotProps {
  type: AssetType;
  onFile: (file: File) => void;
}

/** A free place: a click opens the file dialog, a dropped file is uploaded. */
export function EmptySlot({ type, onFile }: EmptySlotProps) {
  const { over, zone } = useFileDrop(onFile);
  const label = `Upload ${type}`;
  return (
    <Tile {...zone} data-status="empty" data-over={over}>
      <FilePicker accept={acceptOf(type)} label={`${label} file`} onFile={onFile}>
        {(open) => (
          <TileButton type="button" data-empty onClick={open}>
            <Plus size={20} aria-hidden />
            {label}
          </TileButton>
        )}
      </FilePicker>
    </Tile>
  );
}
