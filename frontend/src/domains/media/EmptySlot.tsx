import { acceptOf } from '@storyreel/contracts';
import { Plus } from 'lucide-react';
import { useFileDrop } from '../uploads/useFileDrop';
import { useFilePicker } from '../uploads/useFilePicker';
import { ASSET_WORD } from './asset-words';
import { Tile, TileButton } from './slot-styles';
import type { AssetType } from './slots';

interface EmptySlotProps {
  type: AssetType;
  onFile: (file: File) => void;
  /** Its name among the slots. */
  slotKey: string;
  isStop: boolean;
}

/** A free place: a click opens the file dialog, a dropped file is uploaded. */
export function EmptySlot({ type, onFile, slotKey, isStop }: EmptySlotProps) {
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
