import styled from '@emotion/styled';
import { acceptOf, FILE_LIMITS } from '@storyreel/contracts';
import type { UploadPurpose } from '@storyreel/contracts';
import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isCancelled } from '../../platform/http/api-client';
import { pictureSource } from '../../platform/picture-source';
import { Button, IconButton, Progress, space, Spinner, tellFailure, toast, tokens } from '../../ui';
import { notifyOfUploadFailure, uploadFile } from './upload';
import { useFileDrop, useFilePicker } from './useFileInput';

export type UploadPhase =
  | { state: 'idle' }
  /** `progress` is from 0 to 1. */
  | { state: 'uploading'; progress: number; name: string }
  | { state: 'failed' }
  | { state: 'done' };

interface ImageUploadOptions {
  purpose: Extract<UploadPurpose, 'image' | 'style-image'>;
  onUploaded: (url: string) => void;
}

const LIMITS_OF = { image: FILE_LIMITS.image, 'style-image': FILE_LIMITS.styleImage } as const;
const megabytes = (bytes: number): string => `${bytes / 1_048_576}MB`;

/** State of the upload of one image: refused before it starts, or idle → uploading → done or failed. */
function useImageUpload({ purpose, onUploaded }: ImageUploadOptions) {
  const [phase, setPhase] = useState<UploadPhase>({ state: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function refusalOf(file: File): { title: string; description: string } | null {
    if (!file.type.startsWith('image/')) {
      return { title: 'Invalid File Type', description: 'Please upload an image file.' };
    }
    // A file of exactly the maximum size is accepted.
    const limit = LIMITS_OF[purpose];
    return file.size > limit
      ? { title: 'File Too Large', description: `Please upload an image smaller than ${megabytes(limit)}.` }
      : null;
  }

  async function start(file: File): Promise<void> {
    const refusal = refusalOf(file);
    if (refusal) return tellFailure(refusal.title, refusal.description);
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const show = (next: UploadPhase) => {
      if (running.current === mine) setPhase(next);
    };
    setPhase({ state: 'uploading', progress: 0, name: file.name });
    try {
      const { url } = await uploadFile(file, {
        purpose,
        signal: mine.signal,
        onProgress: (progress) => show({ state: 'uploading', progress, name: file.name }),
      });
      if (running.current !== mine) return;
      setPhase({ state: 'done' });
      onUploaded(url);
      toast({ title: 'Image uploaded successfully!' });
    } catch (error) {
      if (isCancelled(error)) {
        show({ state: 'idle' });
        return;
      }
      show({ state: 'failed' });
      notifyOfUploadFailure(error, 'image');
    }
  }

  return { phase, start, cancel: () => running.current?.abort(), reset: () => setPhase({ state: 'idle' }) };
}

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
  /** Address of the image; '' while there is none. */
  value: string;
  /** Called with the new address, or with '' when the image is removed. */
  onChange: (url: string) => void;
  /** Accessible name of the image. */
  label: string;
  hint?: string;
  /** CSS aspect-ratio of the drop zone. */
  aspectRatio?: string;
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** Field for one image, which can be picked or dropped; shows progress, and allows cancelling and removing. */
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
