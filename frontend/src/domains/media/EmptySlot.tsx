import { Plus } from 'lucide-react';
import { useFileDrop } from '../uploads/useFileDrop';
import { useFilePicker } from '../uploads/useFilePicker';
import { acceptOf } from './file-kind';
import { Tile, TileButton } from './slot-styles';
import type { AssetType } from './slots';

interface EmptySlotProps {
  type: AssetType;
  onFile: (file: File) => void;
}

/** A free place: a click opens the file dialog, a dropped file is uploaded. */
export function EmptySlot({ type, onFile }: EmptySlotProps) {
  const { over, zone } = useFileDrop(onFile);
  const label = `Upload ${type}`;
  const [openDialog, input] = useFilePicker({ accept: acceptOf(type), label: `${label} file`, onFile });
  return (
    <Tile {...zone} data-status="empty" data-over={over}>
      <TileButton type="button" data-empty onClick={openDialog}>
        <Plus size={20} aria-hidden />
        {label}
      </TileButton>
      {input}
    </Tile>
  );
}
