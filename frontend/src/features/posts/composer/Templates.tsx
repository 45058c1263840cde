import styled from '@emotion/styled';
import { LIMITS } from '@storyreel/contracts';
import type { ContentTemplate, SaveTemplateRequest } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { apiRequest } from '../../../platform/http/api-client';
import { postOnce } from '../../../platform/http/idempotency-keys';
import { lazySchema } from '../../../platform/lazy/lazy-schema';
import {
  Button,
  characters,
  Dialog,
  Field,
  fitsLimit,
  IconButton,
  Input,
  lengthNote,
  mobile,
  Skeleton,
  space,
  Stack,
  tellRestored,
  TitledCard,
  tokens,
  useCommand,
} from '../../../ui';
import { useFaultFocus } from '../../../ui/Field';
import { refreshTemplates, useTemplates } from '../api';
import type { PostDraft } from './composer-draft';

const useSaveTemplate = () =>
  useCommand({
    run: (template: SaveTemplateRequest) =>
      postOnce('template', '/api/content-templates', template, { schema: lazySchema('contentTemplateSchema') }),
    onDone: refreshTemplates,
    success: 'Template saved',
    failure: 'Template not saved',
  });

const restoreTemplate = (queryClient: QueryClient, id: string): Promise<void> =>
  tellRestored('template', async () => {
    await apiRequest('POST', '/api/content-templates/restore', { id });
    void refreshTemplates(queryClient);
    return { title: 'Template restored' };
  });

const useDeleteTemplate = () =>
  useCommand({
    run: ({ id }: ContentTemplate) => apiRequest('DELETE', `/api/content-templates/${id}`),
    onDone: refreshTemplates,
    success: (_answer, { id }, queryClient) => ({
      title: 'Template deleted',
      undo: () => restoreTemplate(queryClient, id),
    }),
    failure: 'Template not deleted',
  });

const SHOWN = 3;
/** Height in pixels of a template's name and two lines of its text. */
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

/** Sorts the user's own templates first, because only three are shown and the built-in ones would take their places. */
const ownFirst = (templates: readonly ContentTemplate[]): ContentTemplate[] =>
  templates.toSorted((a, b) => Number(a.isSeeded) - Number(b.isSeeded));

/** Reserves space for the first templates, so that the fields below do not move when the templates load. */
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

/** Offers templates with which to begin a post; renders nothing when there are none. */
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

const NAME_LIMIT = characters(LIMITS.templateName);
const FORM_ID = 'template-form';

interface SaveTemplateDialogProps {
  draft: Pick<PostDraft, 'title' | 'content' | 'hashtags'>;
  onClose: () => void;
}

/** Saves the post's text and hashtags as a template with a name. */
export function SaveTemplateDialog({ draft, onClose }: SaveTemplateDialogProps) {
  const [name, setName] = useState(draft.title);
  const [isMissing, setMissing] = useState(false);
  const { form, refuse } = useFaultFocus();
  const { mutate, isPending } = useSaveTemplate();
  const note = lengthNote(name, NAME_LIMIT);

  function save(event: FormEvent): void {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (isPending) return;
    if (name.trim() === '' || !fitsLimit(name, NAME_LIMIT)) return refuse();
    const hashtagTemplate = draft.hashtags.join(' ');
    mutate({ name: name.trim(), contentTemplate: draft.content.trim(), hashtagTemplate }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Save as a template"
      description="Save this post's content and hashtags to reuse in future posts."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM_ID} loading={isPending}>
            Save Template
          </Button>
        </>
      }
    >
      <form ref={form} id={FORM_ID} onSubmit={save} noValidate>
        <Field label="Template Name" {...note} {...(isMissing && name.trim() === '' && { error: 'Name is required' })}>
          {(ids) => <Input {...ids} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
      </form>
    </Dialog>
  );
}
