import styled from '@emotion/styled';
import { acceptOf, type Project } from '@storyreel/contracts';
import { Download, Trash2, Upload } from 'lucide-react';
import { downloadFrom } from '../../../domains/media/download';
import { sanitizeTitle } from '../../../domains/media/filenames';
import { ShareVideo } from '../../../domains/sharing/ShareVideo';
import { RunningUpload, UploadArea } from '../../../domains/uploads/UploadArea';
import { useFileDrop } from '../../../domains/uploads/useFileDrop';
import { useFilePicker } from '../../../domains/uploads/useFilePicker';
import { useProjectFile } from '../../../domains/media/useProjectFile';
import { Button, Row, Stack, TitledCard, tokens } from '../../../ui';
import { COMPLETED_VIDEO } from './completed-video';

const Zone = styled(Stack)`
  border-radius: ${tokens.radiusMedia};
  &[data-over='true'] {
    box-shadow: 0 0 0 2px ${tokens.focus};
  }
`;
const Player = styled.video`
  justify-self: center;
  width: min(100%, 360px);
  aspect-ratio: 9 / 16;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface3};
`;
const Name = styled.p`
  color: ${tokens.text2};
  overflow-wrap: anywhere;
`;

interface FinishedProps {
  project: Project;
  url: string;
  file: ReturnType<typeof useProjectFile>;
}

function Finished({ project, url, file }: FinishedProps) {
  const { over, zone } = useFileDrop(file.upload);
  const label = 'Replacement video file';
  const [openDialog, input] = useFilePicker({ accept: acceptOf('video'), label, onFile: file.upload });
  const filename = project.completedVideoFilename ?? `${sanitizeTitle(project.title)}.mp4`;
  return (
    <Zone gap={4} {...zone} data-over={over}>
      <Player key={url} src={url} controls playsInline preload="metadata" aria-label="Final video" />
      <Name>{filename}</Name>
      <Row gap={2}>
        <Button icon={<Download size={16} aria-hidden />} onClick={() => downloadFrom(url, filename)}>
          Download
        </Button>
        <Button icon={<Upload size={16} aria-hidden />} disabled={file.uploading !== null} onClick={openDialog}>
          Replace Video
        </Button>
        {input}
        <Button icon={<Trash2 size={16} aria-hidden />} loading={file.deleting} onClick={() => void file.remove()}>
          Delete
        </Button>
        <ShareVideo projectId={project.id} filmId={null} what="the final video" />
      </Row>
      {file.uploading && <RunningUpload upload={file.uploading} onCancel={file.cancelUpload} />}
    </Zone>
  );
}

/** The project's finished video: playing, sharing and replacing it, or uploading a first one. */
export function FinalVideo({ project }: { project: Project }) {
  const file = useProjectFile(project, COMPLETED_VIDEO);
  const url = project.completedVideoUrl;
  return (
    <TitledCard title="Final Video">
      {url ? (
        <Finished project={project} url={url} file={file} />
      ) : (
        <UploadArea
          accept={acceptOf('video')}
          title="Upload Video"
          hint="Click to select MP4, MOV, or other video files (max 100MB)"
          uploading={file.uploading}
          onFile={file.upload}
          onCancel={file.cancelUpload}
        />
      )}
    </TitledCard>
  );
}
