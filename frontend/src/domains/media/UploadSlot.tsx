import { X } from 'lucide-react';
import { IconButton, Progress, Spinner } from '../../ui';
import type { PendingUpload } from '../uploads/upload-store';
import { Actions, Shimmer, Tile } from './slot-styles';

/** A file on its way: how far it is, and a way to stop it. */
export function UploadSlot({ upload, onCancel }: { upload: PendingUpload; onCancel: () => void }) {
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
