import { useDroppable } from '@dnd-kit/core';
import styled from '@emotion/styled';
import { acceptOf, SHOWN_WIDTHS } from '@storyreel/contracts';
import { Film, ImagePlus } from 'lucide-react';
import { covering, space, tokens } from '../../../ui';
import { useFileDrop, useFilePicker } from '../../uploads/useFileInput';
import { ASSET_WORD } from './assets';
import type { AssetType, MediaAsset } from './assets';
import { FadeInImage } from './FadeInImage';

export const PREVIEW_DROP_ID = 'preview';

const Zone = styled.div`
  position: relative;
  aspect-ratio: var(--frame, 9 / 16);
  overflow: hidden;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface2};
  box-shadow: inset 0 0 0 1px ${tokens.line};
  &[data-over='true'] {
    box-shadow: 0 0 0 2px ${tokens.focus};
  }
  & > video {
    width: 100%;
    height: 100%;
    object-fit: contain;
    background: ${tokens.surface3};
  }
`;
const Surface = styled.button`
  ${covering}
  gap: ${space(2)};
  width: 100%;
  padding: ${space(4)};
  border: 0;
  border-radius: inherit;
  background: transparent;
  color: ${tokens.text2};
  cursor: pointer;
  &:disabled {
    cursor: default;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[data-filled='true'] {
    padding: 0;
  }
  &[data-filled='false'] {
    border: 1px dashed ${tokens.lineStrong};
  }
`;
const Hint = styled.span`
  position: absolute;
  right: ${space(2)};
  bottom: ${space(2)};
  left: ${space(2)};
  padding: ${space(1)} ${space(2)};
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface1};
  color: ${tokens.text1};
  font-size: ${tokens.caption};
  text-align: center;
`;

interface MediaPreviewProps {
  type: AssetType;
  asset: MediaAsset | null;
  /** Text of an empty preview. */
  invitation: string;
  onFile: (file: File) => void;
  /** True if no slot is free; a click then opens no file dialog. */
  full: boolean;
}

/** The large 9:16 image or clip of the strip, which also accepts dropped files. */
export function MediaPreview({ type, asset, invitation, onFile, full }: MediaPreviewProps) {
  const { over, zone } = useFileDrop(onFile);
  const { setNodeRef, isOver } = useDroppable({ id: PREVIEW_DROP_ID });
  const [openDialog, input] = useFilePicker({
    accept: acceptOf(type),
    label: `Replace ${ASSET_WORD[type]} file`,
    onFile,
  });
  const shown = asset?.url ? asset : null;
  const frame = { ...zone, ref: setNodeRef, 'data-over': over || isOver };
  if (type === 'video' && shown) {
    return (
      <Zone {...frame}>
        <video
          key={shown.url}
          src={shown.url}
          poster={shown.posterUrl ?? undefined}
          controls
          playsInline
          preload="metadata"
          aria-label="Clip preview"
        />
        {over && !full && <Hint>Drop clip to replace</Hint>}
      </Zone>
    );
  }
  const Icon = type === 'image' ? ImagePlus : Film;
  return (
    <Zone {...frame}>
      <Surface type="button" data-filled={shown !== null} disabled={full} onClick={openDialog}>
        {shown ? (
          <>
            <FadeInImage src={shown.url} alt="Image preview" sizes={SHOWN_WIDTHS.preview} />
            {!full && <Hint>Drop image to replace</Hint>}
          </>
        ) : (
          <>
            <Icon size={20} aria-hidden />
            {invitation}
          </>
        )}
      </Surface>
      {input}
    </Zone>
  );
}
