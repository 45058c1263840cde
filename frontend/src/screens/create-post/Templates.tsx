import styled from '@emotion/styled';
import type { ContentTemplate } from '@storyreel/contracts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTemplates } from '../../domains/posts/queries';
import { useDeleteTemplate } from '../../domains/posts/templates';
import { Button, Dialog, IconButton, mobile, Skeleton, space, Stack, TitledCard, tokens } from '../../ui';

const SHOWN = 3;
/** A name and two lines of text, in pixels. */
const TEMPLATE_HEIGHT = 88;

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space(3)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Item = styled.li`
  position: relative;
  min-width: 0;
`;
const Choose = styled.button`
  display: grid;
  align-content: start;
  gap: ${space(1)};
  width: 100%;
  height: 100%;
  min-height: ${TEMPLATE_HEIGHT}px;
  padding: ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  text-align: start;
  cursor: pointer;
  &:hover {
    border-color: ${tokens.lineStrong};
    background: ${tokens.surface2};
  }
  &[data-own='true'] {
    padding-right: ${space(11)};
  }
  & > strong {
    color: ${tokens.text1};
    font-size: ${tokens.body};
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & > span {
    display: -webkit-box;
    overflow: hidden;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;
const Delete = styled.div`
  position: absolute;
  top: ${space(1.5)};
  right: ${space(1.5)};
`;

interface ItemsProps {
  templates: readonly ContentTemplate[];
  onChoose: (template: ContentTemplate) => void;
}

function Items({ templates, onChoose }: ItemsProps) {
  const { mutate: remove } = useDeleteTemplate();
  return (
    <>
      {templates.map((template) => (
        <Item key={template.id}>
          <Choose type="button" data-own={!template.isSeeded} onClick={() => onChoose(template)}>
            <strong dir="auto">{template.name}</strong>
            <span dir="auto">{template.contentTemplate}</span>
          </Choose>
          {!template.isSeeded && (
            <Delete>
              <IconButton
                variant="danger"
                label={`Delete template ${template.name}`}
                tooltip="Delete template"
                icon={<Trash2 size={16} aria-hidden />}
                onClick={() => remove(template)}
              />
            </Delete>
          )}
        </Item>
      ))}
    </>
  );
}

/** The user's own first: three are shown, and one's own would never be among the seeded ones. */
const ownFirst = (templates: readonly ContentTemplate[]): ContentTemplate[] =>
  templates.toSorted((a, b) => Number(a.isSeeded) - Number(b.isSeeded));

/** The room of the first ones, so that what somebody begins to write below them stays where it is when they come. */
const AwaitedTemplates = () => (
  <div aria-hidden data-testid="awaited-templates">
    <TitledCard title="Templates">
      <List>
        {Array.from({ length: SHOWN }, (_, n) => (
          <li key={n}>
            <Skeleton height={`${TEMPLATE_HEIGHT}px`} />
          </li>
        ))}
      </List>
    </TitledCard>
  </div>
);

/** Templates to begin a post with; nothing when there are none. */
export function Templates({ onChoose }: Pick<ItemsProps, 'onChoose'>) {
  const { data = [], isPending } = useTemplates();
  const [showsAll, setShowsAll] = useState(false);
  const templates = ownFirst(data);
  if (isPending) return <AwaitedTemplates />;
  if (templates.length === 0) return null;
  return (
    <TitledCard title="Templates">
      <Stack gap={3}>
        <List aria-label="Templates">
          <Items templates={templates.slice(0, SHOWN)} onChoose={onChoose} />
        </List>
        {templates.length > SHOWN && (
          <div>
            <Button size="small" onClick={() => setShowsAll(true)}>
              All {templates.length} Templates
            </Button>
          </div>
        )}
      </Stack>
      <Dialog open={showsAll} onOpenChange={setShowsAll} title="All templates">
        <Stack as="ul" gap={2}>
          <Items
            templates={templates}
            onChoose={(template) => {
              setShowsAll(false);
              onChoose(template);
            }}
          />
        </Stack>
      </Dialog>
    </TitledCard>
  );
}
