import styled from '@emotion/styled';
import { STYLE_CATEGORIES, type Style, type StyleCategory } from '@storyreel/contracts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Screen } from '../../ui/Screen';
import { Button, EmptyState, Select, Skeleton, space, tokens, Unreadable, VisuallyHidden } from '../../ui';
import { useDeleteStyle, useStyles } from '../../domains/styles/queries';
import { ReadyMadeStyles } from '../../domains/styles/ReadyMadeStyles';
import { StyleCard } from './StyleCard';
import { StyleDialog } from './StyleDialog';

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

/** What the dialog works on: a style, or a new one. */
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
