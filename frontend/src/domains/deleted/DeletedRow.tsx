import styled from '@emotion/styled';
import { ImageOff } from 'lucide-react';
import type { FocusEventHandler } from 'react';
import { pictureSource } from '../../platform/picture-source';
import { Button, Moment, space, tokens } from '../../ui';

const RowFrame = styled.li`
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(2)} 0;
  & + & {
    border-top: 1px solid ${tokens.line};
  }
`;
const Picture = styled.span`
  display: grid;
  place-items: center;
  aspect-ratio: 9 / 16;
  overflow: hidden;
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface3};
  color: ${tokens.text3};
  & > img,
  & > video {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
`;
const Words = styled.div`
  min-width: 0;
  & > b,
  & > span {
    display: block;
    overflow-wrap: anywhere;
  }
  & > b {
    font-weight: 600;
  }
  & > span {
    color: ${tokens.text2};
    font-size: ${tokens.caption};
  }
`;
export interface DeletedEntry {
  key: string;
  name: string;
  /** What it is, or where it comes from. */
  about: string;
  picture: string | null;
  /** Its first frame stands for a clip without a picture. */
  clip?: string;
  deletedAt: string;
}

interface DeletedRowProps {
  entry: DeletedEntry;
  isRestoring: boolean;
  onFocus: FocusEventHandler<HTMLButtonElement>;
  onRestore: () => void;
}

/** One thing that was deleted, and its way back. */
export function DeletedRow({ entry, isRestoring, onFocus, onRestore }: DeletedRowProps) {
  const { name, about, picture, clip, deletedAt } = entry;
  return (
    <RowFrame>
      <Picture>
        {picture ? (
          <img {...pictureSource(picture, '36px')} alt="" loading="lazy" />
        ) : clip ? (
          <video src={`${clip}#t=0.1`} muted playsInline preload="metadata" aria-hidden />
        ) : (
          <ImageOff size={16} aria-hidden />
        )}
      </Picture>
      <Words>
        <b dir="auto">{name}</b>
        <span>{about}</span>
        <span>
          <Moment at={deletedAt} />
        </span>
      </Words>
      <Button
        size="small"
        aria-busy={isRestoring || undefined}
        aria-label={`Restore ${name}, ${about}`}
        onFocus={onFocus}
        onClick={onRestore}
      >
        Restore
      </Button>
    </RowFrame>
  );
}
