import styled from '@emotion/styled';
import type { Style } from '@storyreel/contracts';
import { ImageOff, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { pictureSource } from '../../platform/picture-source';
import { Badge, IconButton, space, tokens } from '../../ui';

const Frame = styled.li`
  position: relative;
  overflow: hidden;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  transition: box-shadow ${tokens.slow};
  &:hover {
    box-shadow: ${tokens.shadowLift};
  }
  @media (hover: hover) {
    & .tools {
      opacity: 0;
      transition: opacity ${tokens.fast};
    }
    &:hover .tools,
    &:has(:focus-visible) .tools {
      opacity: 1;
    }
  }
`;
const Open = styled.button`
  display: block;
  width: 100%;
  padding: 0;
  border: 0;
  background: none;
  text-align: left;
  cursor: pointer;
  &:focus-visible {
    outline-offset: -3px;
    border-radius: ${tokens.radiusCard};
  }
`;
const Picture = styled.span`
  display: grid;
  place-items: center;
  aspect-ratio: 16 / 9;
  overflow: hidden;
  background: ${tokens.surface3};
  color: ${tokens.text3};
  & img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;
const Words = styled.span`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  padding: ${space(3)} ${space(4)};
  & > b {
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
const Tools = styled.div`
  position: absolute;
  top: ${space(2)};
  right: ${space(2)};
  display: flex;
  gap: ${space(1)};
`;

export interface StyleCardProps {
  style: Style;
  onEdit: () => void;
  onDelete: () => void;
}

export function StyleCard({ style, onEdit, onDelete }: StyleCardProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  return (
    <Frame>
      <Open type="button" onClick={onEdit}>
        <Picture>
          {brokenUrl === style.imageUrl ? (
            <ImageOff size={20} aria-label="Image not found" />
          ) : (
            <img
              loading="lazy"
              {...pictureSource(style.imageUrl, '(max-width: 767px) 100vw, 400px')}
              alt=""
              onError={() => setBrokenUrl(style.imageUrl)}
            />
          )}
        </Picture>
        <Words>
          <b>{style.name}</b>
          <Badge>{style.category}</Badge>
        </Words>
      </Open>
      <Tools className="tools">
        <IconButton
          variant="secondary"
          label={`Edit ${style.name}`}
          icon={<Pencil size={16} aria-hidden />}
          onClick={onEdit}
        />
        <IconButton
          variant="secondary"
          label={`Delete ${style.name}`}
          icon={<Trash2 size={16} aria-hidden />}
          onClick={onDelete}
        />
      </Tools>
    </Frame>
  );
}
