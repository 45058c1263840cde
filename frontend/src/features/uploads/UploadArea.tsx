import styled from '@emotion/styled';
import { Upload, X } from 'lucide-react';
import { Button, Progress, space, tokens } from '../../ui';
import type { PendingUpload } from './upload';
import { useFileDrop, useFilePicker } from './useFileInput';

const Zone = styled.div`
  border-radius: ${tokens.radiusMedia};
  &[data-over='true'] {
    box-shadow: 0 0 0 2px ${tokens.focus};
  }
`;
const Surface = styled.button`
  display: grid;
  justify-items: center;
  gap: ${space(2)};
  width: 100%;
  padding: ${space(10)} ${space(4)};
  border: 1px dashed ${tokens.lineStrong};
  border-radius: inherit;
  background: ${tokens.surface2};
  color: ${tokens.text2};
  cursor: pointer;
  &:hover {
    background: ${tokens.surface3};
    color: ${tokens.text1};
  }
`;
const Title = styled.span`
  color: ${tokens.text1};
  font-weight: 600;
`;
const Running = styled.div`
  display: grid;
  gap: ${space(2)};
  justify-items: start;
  overflow-wrap: anywhere;
`;

interface UploadAreaProps {
  accept: string;
  title: string;
  hint: string;
  /** The upload in progress, shown in place of the area; null when there is none. */
  uploading: PendingUpload | null;
  onFile: (file: File) => void;
  onCancel: () => void;
}

/** Shows an upload's progress, with a button that cancels it. */
export function RunningUpload({ upload, onCancel }: { upload: PendingUpload; onCancel: () => void }) {
  return (
    <Running role="status">
      <span>{`Uploading ${upload.filename}: ${Math.round(upload.fraction * 100)}%`}</span>
      <Progress value={upload.fraction} label={`Upload of ${upload.filename}`} />
      <Button size="small" icon={<X size={16} aria-hidden />} onClick={onCancel}>
        Cancel Upload
      </Button>
    </Running>
  );
}

/** An area on which one file can be dropped, or which can be clicked to choose one. */
export function UploadArea({ accept, title, hint, uploading, onFile, onCancel }: UploadAreaProps) {
  const { over, zone } = useFileDrop(onFile);
  const [openDialog, input] = useFilePicker({ accept, label: `${title} file`, onFile });
  if (uploading) return <RunningUpload upload={uploading} onCancel={onCancel} />;
  return (
    <Zone {...zone} data-over={over}>
      <Surface type="button" onClick={openDialog}>
        <Upload size={20} aria-hidden />
        <Title>{title}</Title>
        {hint}
      </Surface>
      {input}
    </Zone>
  );
}
