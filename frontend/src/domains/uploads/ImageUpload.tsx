import styled from '@emotion/styled';
import { acceptOf } from '@storyreel/contracts';
import { ImageUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { pictureSource } from '../../platform/picture-source';
import { Button, IconButton, Progress, space, Spinner, tokens } from '../../ui';
import { useFileDrop } from './useFileDrop';
import { useFilePicker } from './useFilePicker';
import { useImageUpload, type ImageUploadOptions } from './useImageUpload';

const Zone = styled.div`
  position: relative;
  display: grid;
  place-items: center;
  width: 100%;
  overflow: hidden;
  border: 1px dashed ${tokens.lineStrong};
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface2};
  color: ${tokens.text2};
  text-align: center;
  transition:
    border-color ${tokens.fast},
    background ${tokens.fast};
  &[data-over='true'] {
    border: 2px solid ${tokens.focus};
    background: ${tokens.surface3};
  }
  &[data-state='failed'],
  &:has([aria-invalid='true']) {
    border-color: ${tokens.danger};
  }
`;
const Words = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space(2)};
  width: min(100%, 280px);
  padding: ${space(4)};
`;
const Hint = styled.p`
  color: ${tokens.text3};
  font-size: ${tokens.caption};
`;
const Fault = styled(Hint)`
  color: ${tokens.danger};
`;
const Picture = styled.img`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  object-fit: cover;
`;
const Remove = styled.div`
  position: absolute;
  top: ${space(2)};
  right: ${space(2)};
`;

export interface ImageUploadProps extends Pick<ImageUploadOptions, 'purpose'> {
  /** The image's address; '' while there is none. */
  value: string;
  /** Gets '' when the image is removed. */
  onChange: (url: string) => void;
  /** What the image is, for those who do not see it. */
  label: string;
  hint?: string;
  /** CSS aspect-ratio of the zone. */
  aspectRatio?: string;
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** One image: chosen by click or dropped, with progress, cancel and removal. */
export function ImageUpload(props: ImageUploadProps) {
  const { value, onChange, label, hint, purpose, aspectRatio = '16 / 9', ...ids } = props;
  const { phase, start, cancel, reset } = useImageUpload({ purpose, onUploaded: onChange });
  const take = (file: File): void => void start(file);
  const { over, zone } = useFileDrop(take);
  const [openDialog, input] = useFilePicker({ accept: acceptOf('image'), label: `${label} file`, onFile: take });
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);

  function remove(): void {
    onChange('');
    reset();
    setBrokenUrl(null);
  }

  return (
    <Zone {...zone} role="group" aria-label={label} data-state={phase.state} data-over={over} style={{ aspectRatio }}>
      {input}
      {phase.state === 'uploading' ? (
        <Words>
          <Spinner label={`Uploading ${phase.name}`} />
          <Progress value={phase.progress} label={`Upload of ${phase.name}`} />
          <Hint>{Math.round(phase.progress * 100)}%</Hint>
          <Button size="small" onClick={cancel}>
            Cancel Upload
          </Button>
        </Words>
      ) : value ? (
        <>
          {brokenUrl === value ? (
            <Words role="img" aria-label="Image not found">
              Image not found
            </Words>
          ) : (
            <Picture
              {...pictureSource(value, '(max-width: 767px) 100vw, 480px')}
              alt={label}
              onError={() => setBrokenUrl(value)}
            />
          )}
          <Remove>
            <IconButton
              variant="secondary"
              label="Remove image"
              icon={<Trash2 size={16} aria-hidden />}
              onClick={remove}
            />
          </Remove>
        </>
      ) : (
        <Words>
          <Button {...ids} icon={<ImageUp size={16} aria-hidden />} onClick={openDialog}>
            Choose an Image
          </Button>
          <Hint>or drop one here</Hint>
          {hint && <Hint>{hint}</Hint>}
          {phase.state === 'failed' && <Fault>The upload failed.</Fault>}
        </Words>
      )}
    </Zone>
  );
}
