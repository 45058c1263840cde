import styled from '@emotion/styled';
import { acceptOf, FILE_LIMITS, LIMITS, PLATFORM_PROFILES } from '@storyreel/contracts';
import type { ImageFit, SocialPlatform } from '@storyreel/contracts';
import { FileX, Film, ImagePlus, RotateCw, X } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useEffect, useRef, useState } from 'react';
import { isCancelled } from '../../../platform/http/api-client';
import { reasonOf } from '../../../platform/http/failures';
import { logError } from '../../../platform/log';
import { pictureSource } from '../../../platform/picture-source';
import { Button, Field, IconButton, Progress, Row, Select, Skeleton, space, Stack, tokens } from '../../../ui';
import { uploadFile } from '../../uploads/upload';
import { useFileDrop, useFilePicker } from '../../uploads/useFileInput';
import type { AttachedFile } from './composer-draft';
import { isImage, mediaFor } from './submission';

/** A file that the user has picked and that is not yet attached to the post. */
export interface PickedFile {
  id: string;
  file: File;
  /** Fraction of the bytes sent, from 0 to 1. */
  fraction: number;
  /** Reason why the upload failed; null while it runs. */
  problem: string | null;
  /** True if a retry may succeed. */
  canRetry: boolean;
}

const MB = 1_048_576;

/** Returns why a file cannot be attached; null when it can. The server checks the bytes themselves. */
export function refusalOf({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/') && !type.startsWith('video/')) return 'Only images and videos can be attached.';
  return size > FILE_LIMITS.postMedia ? `It is larger than ${FILE_LIMITS.postMedia / MB}MB.` : null;
}

interface PostMediaOptions {
  /** Number of files attached to the post. */
  attached: number;
  onUploaded: (file: AttachedFile) => void;
}

/** Manages the uploads for a post; they are cancelled when the user leaves the composer. */
export function usePostMedia({ attached, onUploaded }: PostMediaOptions) {
  const [picked, setPicked] = useState<readonly PickedFile[]>([]);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const controller of all.values()) controller.abort();
    };
  }, []);

  const change = (id: string, part: Partial<PickedFile>) =>
    setPicked((files) => files.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const drop = (id: string) => setPicked((files) => files.filter((each) => each.id !== id));

  async function upload(id: string, file: File): Promise<void> {
    const controller = new AbortController();
    running.current.set(id, controller);
    change(id, { fraction: 0, problem: null });
    try {
      const { url, contentType, size } = await uploadFile(file, {
        purpose: 'post-media',
        signal: controller.signal,
        onProgress: (fraction) => change(id, { fraction }),
      });
      // The upload may have been cancelled between its last byte and the response.
      if (controller.signal.aborted) return;
      drop(id);
      onUploaded({ url, name: file.name, type: contentType, size });
    } catch (error) {
      if (isCancelled(error)) return;
      logError('A file of a post could not be uploaded', error);
      change(id, { problem: reasonOf(error) ?? 'The upload failed.', canRetry: true });
    } finally {
      running.current.delete(id);
    }
  }

  return {
    picked,
    isUploading: picked.some(({ problem }) => problem === null),
    take(file: File): void {
      const isFull = attached + running.current.size >= LIMITS.postMedia;
      const problem = refusalOf(file) ?? (isFull ? `A post can have up to ${LIMITS.postMedia} files.` : null);
      const id = nanoid();
      setPicked((files) => [...files, { id, file, fraction: 0, problem, canRetry: false }]);
      if (problem === null) void upload(id, file);
    },
    retry: ({ id, file }: PickedFile): void => void upload(id, file),
    /** Removes a file and cancels its upload. */
    remove(id: string): void {
      running.current.get(id)?.abort();
      drop(id);
    },
    clear(): void {
      for (const controller of running.current.values()) controller.abort();
      setPicked([]);
    },
  };
}
export type PostMedia = ReturnType<typeof usePostMedia>;

const HINT = 'JPG, PNG, GIF, MP4, MOV, max 50MB each';

const Zone = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space(2)};
  padding: ${space(5)} ${space(4)};
  border: 1px dashed ${tokens.lineStrong};
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface2};
  &[data-over='true'] {
    border-color: ${tokens.focus};
    background: ${tokens.surface3};
  }
`;
const Title = styled.h3`
  font-size: ${tokens.body};
  font-weight: 550;
`;
const Note = styled.p`
  color: ${tokens.text3};
  font-size: ${tokens.caption};
`;
const Fault = styled.p`
  color: ${tokens.danger};
  font-size: ${tokens.caption};
`;
const List = styled.ul`
  display: grid;
  gap: ${space(2)};
`;
const Item = styled.li`
  display: grid;
  grid-template-columns: 40px minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(2)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
`;
const Thumb = styled.span`
  display: grid;
  place-items: center;
  width: 40px;
  height: 40px;
  overflow: hidden;
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface3};
  color: ${tokens.text2};
  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;
const Name = styled.span`
  display: block;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** Formats bytes as '1.50 MB', with 0.01 MB as the minimum. */
const megabytes = (bytes: number): string => `${Math.max(0.01, bytes / 1_048_576).toFixed(2)} MB`;
const percent = (fraction: number): string => `${Math.round(fraction * 100)}%`;

function Attached({ file, onRemove }: { file: AttachedFile; onRemove: () => void }) {
  return (
    <Item>
      <Thumb>
        {isImage(file) ? <img {...pictureSource(file.url, '40px')} alt="" /> : <Film size={20} aria-hidden />}
      </Thumb>
      <div>
        <Name dir="auto">{file.name}</Name>
        <Note>{megabytes(file.size)}</Note>
      </div>
      <IconButton label={`Remove ${file.name}`} icon={<X size={16} aria-hidden />} onClick={onRemove} />
    </Item>
  );
}

function Picked({ picked, uploads }: { picked: PickedFile; uploads: PostMedia }) {
  const { id, file, fraction, problem, canRetry } = picked;
  return (
    <Item>
      <Thumb>{problem === null ? <Skeleton width="40px" height="40px" /> : <FileX size={20} aria-hidden />}</Thumb>
      <div>
        <Name dir="auto">{file.name}</Name>
        <Note>{problem === null ? `${megabytes(file.size)} · ${percent(fraction)}` : megabytes(file.size)}</Note>
        {problem === null ? (
          <Progress value={fraction} label={`Upload of ${file.name}`} />
        ) : (
          <Fault role="alert">{problem}</Fault>
        )}
      </div>
      <Row gap={1}>
        {canRetry && problem !== null && (
          <IconButton
            label={`Upload ${file.name} again`}
            icon={<RotateCw size={16} aria-hidden />}
            onClick={() => uploads.retry(picked)}
          />
        )}
        <IconButton
          label={problem === null ? `Cancel upload of ${file.name}` : `Remove ${file.name}`}
          icon={<X size={16} aria-hidden />}
          onClick={() => uploads.remove(id)}
        />
      </Row>
    </Item>
  );
}

interface MediaFieldProps {
  media: readonly AttachedFile[];
  imageFit: ImageFit;
  onFit: (imageFit: ImageFit) => void;
  onRemove: (file: AttachedFile) => void;
  uploads: PostMedia;
  platforms: readonly SocialPlatform[];
  problem: string | undefined;
}

const FITS: { value: ImageFit; label: string }[] = [
  { value: 'pad', label: 'Whole image, on a blurred background' },
  { value: 'crop', label: 'Cropped around the middle' },
];

/** The post's images and clips. Several can be picked or dropped at once, and uploads show their progress. */
export function MediaField({ media, imageFit, onFit, onRemove, uploads, platforms, problem }: MediaFieldProps) {
  const { over, zone } = useFileDrop(uploads.take, { multiple: true });
  const [openDialog, input] = useFilePicker({
    accept: acceptOf('image', 'video'),
    label: 'Media files',
    onFile: uploads.take,
    multiple: true,
  });
  const partly = platforms.filter((platform) => mediaFor(platform, media).length < media.length);
  return (
    <Stack gap={2}>
      <Title>Media</Title>
      <Zone {...zone} role="group" aria-label="Media" data-over={over}>
        {input}
        <Button icon={<ImagePlus size={16} aria-hidden />} onClick={openDialog}>
          Choose Images or Videos
        </Button>
        <Note>{HINT}</Note>
      </Zone>
      {media.length + uploads.picked.length > 0 && (
        <List aria-label="Files of the post">
          {media.map((file) => (
            <Attached key={file.url} file={file} onRemove={() => onRemove(file)} />
          ))}
          {uploads.picked.map((picked) => (
            <Picked key={picked.id} picked={picked} uploads={uploads} />
          ))}
        </List>
      )}
      {platforms.includes('instagram') && media.some(isImage) && (
        <Field label="Images on Instagram" hint="Instagram takes images from 4:5 to 1.91:1. Others are made to fit.">
          {(ids) => <Select {...ids} value={imageFit} options={FITS} onValueChange={onFit} />}
        </Field>
      )}
      {problem && <Fault role="alert">{problem}</Fault>}
      {partly.map((platform) => (
        <Note key={platform}>
          {PLATFORM_PROFILES[platform].name} doesn't support images, so its post goes out without them.
        </Note>
      ))}
    </Stack>
  );
}
