import styled from '@emotion/styled';
import { STYLE_CATEGORIES } from '@storyreel/contracts';
import type { Style, StyleCategory } from '@storyreel/contracts';
import { ImageOff, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { pictureSource } from '../../platform/picture-source';
import {
  Badge,
  Button,
  EmptyState,
  IconButton,
  Select,
  Skeleton,
  space,
  tokens,
  Unreadable,
  VisuallyHidden,
} from '../../ui';
import { Screen } from '../../ui/Screen';
import { ReadyMadeStyles } from './ReadyMadeStyles';
import { StyleDialog } from './StyleDialog';
import { useDeleteStyle, useStyles } from './api';

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

type CategoryFilter = 'all' | StyleCategory;
const FILTERS: readonly { value: CategoryFilter; label: string }[] = [
  { value: 'all', label: 'All Categories' },
  ...STYLE_CATEGORIES.map((value) => ({ value, label: value })),
];

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
  gap: ${space(4)};
`;

/** The style that is being edited; `style` is null for a new one. */
type Editing = { style: Style | null } | null;

export function StylesScreen() {
  const { data: styles, isError, refetch } = useStyles();
  const { mutate: remove } = useDeleteStyle();
  const [filter, setFilter] = useState<CategoryFilter>('all');
  const [editing, setEditing] = useState<Editing>(null);
  const shown = styles?.filter(({ category }) => filter === 'all' || category === filter);
  const add = () => setEditing({ style: null });

  return (
    <Screen
      title="Visual Styles"
      subtitle="Reusable looks for your projects"
      actions={
        <>
          <Select ariaLabel="Category filter" value={filter} onValueChange={setFilter} options={FILTERS} />
          <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={add}>
            Add New Style
          </Button>
        </>
      }
    >
      {shown ? (
        shown.length === 0 ? (
          <EmptyState
            drawing="swatches"
            title="No styles found"
            line={
              filter === 'all'
                ? 'Add your first style to give your projects a consistent look.'
                : `No styles in the category ${filter} yet.`
            }
            action={filter === 'all' && <ReadyMadeStyles title="Or start with a ready-made one" />}
          />
        ) : (
          <Grid>
            {shown.map((style) => (
              <StyleCard
                key={style.id}
                style={style}
                onEdit={() => setEditing({ style })}
                onDelete={() => remove(style)}
              />
            ))}
          </Grid>
        )
      ) : isError ? (
        <Unreadable what="your styles" retry={refetch} />
      ) : (
        <div role="status" aria-busy="true">
          <VisuallyHidden>Loading styles</VisuallyHidden>
          <Grid as="div">
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} aspectRatio="16 / 11" radius={tokens.radiusCard} />
            ))}
          </Grid>
        </div>
      )}
      {editing && <StyleDialog style={editing.style} onClose={() => setEditing(null)} />}
    </Screen>
  );
}
