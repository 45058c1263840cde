import styled from '@emotion/styled';
import {
  LIMITS,
  PROJECT_STATUS_LABELS,
  PROJECT_STATUSES,
  type Project,
  type ProjectStatus,
} from '@storyreel/contracts';
import { ArrowLeft, Clock, Plus } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { isForInputMethod } from '../../platform/input-method';
import type { AutosaveField } from '../../platform/autosave/autosave-registry';
import { AlternativesBar } from '../history/AlternativesBar';
import { useUndoKeys } from '../history/useUndoKeys';
import { OpenProjectMenu } from '../projects/ProjectMenu';
import { useUpdateProject } from '../projects/api';
import { useOpenProject } from '../projects/useOpenProject';
import { useProjectAutosave } from '../projects/useProjectAutosave';
import { lateDialog } from '../../ui/late';
import { ReplacedTexts } from '../../ui/KeptTexts';
import { SaveState } from '../../ui/AutosavedField';
import {
  Button,
  characters,
  IconButton,
  LengthNote,
  touch,
  Select,
  space,
  type TextLimit,
  tokens,
  VisuallyHidden,
} from '../../ui';
import { useTextArea } from '../../ui/useTextArea';
import { useSceneCommands } from './scene-commands';

const DeletedThings = lateDialog(
  async () => (await import('./DeletedThings')).default,
  ({ onClose }) => onClose(),
);

const HistoryDrawer = lateDialog(
  async () => (await import('../history/HistoryDrawer')).default,
  ({ onClose }) => onClose(),
);

const TryAlternative = lateDialog(
  async () => (await import('../history/TryAlternative')).default,
  ({ onClose }) => onClose(),
);

const Crumbs = styled.nav`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  margin-left: -${space(2)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  & ol {
    display: flex;
    align-items: center;
    gap: ${space(1)};
    min-width: 0;
  }
  & li:last-of-type {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
const Back = styled.button`
  min-height: 32px;
  padding: 0 ${space(1)};
  border: 0;
  border-radius: ${tokens.radiusSmall};
  background: none;
  color: inherit;
  cursor: pointer;
  &:hover {
    color: ${tokens.text1};
    text-decoration: underline;
  }
  ${touch} {
    min-height: 44px;
  }
`;
const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: ${space(2)} ${space(4)};
  margin-bottom: ${space(4)};
`;
const Words = styled.div`
  flex: 1 1 320px;
  min-width: 0;
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  & > [role='status']:empty {
    position: absolute;
  }
`;
const Line = styled.textarea`
  display: block;
  width: 100%;
  max-height: 40vh;
  margin: 0 -${space(2)};
  padding: ${space(1)} ${space(2)};
  border: 1px solid transparent;
  border-radius: ${tokens.radiusSmall};
  background: none;
  line-height: 1.4;
  resize: none;
  field-sizing: content;
  &:hover {
    border-color: ${tokens.line};
  }
  &:focus {
    background: ${tokens.surface1};
    border-color: ${tokens.lineStrong};
  }
  &::placeholder {
    color: ${tokens.text3};
    opacity: 1;
  }
  ${touch} {
    min-height: 44px;
  }
`;
const TitleLine = styled(Line)`
  font-size: ${tokens.heading2};
  font-weight: 650;
  letter-spacing: -0.015em;
`;
const DescriptionLine = styled(Line)`
  color: ${tokens.text2};
`;

interface HeaderFieldProps {
  field: AutosaveField<string>;
  /** True if Enter inserts a line break; otherwise Enter ends the edit. */
  enterMakesLine?: boolean;
  'aria-label': string;
  placeholder: string;
  limit: TextLimit;
}

const STATUSES = PROJECT_STATUSES.map((value) => ({ value, label: PROJECT_STATUS_LABELS[value] }));

function HeaderField({ field, enterMakesLine, limit, ...rest }: HeaderFieldProps) {
  const ref = useTextArea(field.value);
  const Shown = enterMakesLine ? DescriptionLine : TitleLine;
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (enterMakesLine || event.key !== 'Enter' || isForInputMethod(event)) return;
    event.preventDefault();
    event.currentTarget.blur();
  }
  return (
    <>
      <Shown
        {...rest}
        ref={ref}
        dir="auto"
        rows={1}
        value={field.value}
        onChange={(event) => field.setValue(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <LengthNote text={field.value} limit={limit} />
      <ReplacedTexts field={field} />
    </>
  );
}

export function WorkspaceHeader({ project }: { project: Project }) {
  const { close } = useOpenProject();
  const title = useProjectAutosave(project, 'title');
  const description = useProjectAutosave(project, 'description');
  const update = useUpdateProject();
  const { newScene, isAdding } = useSceneCommands();
  const [showsDeleted, setShowsDeleted] = useState(false);
  const [showsHistory, setShowsHistory] = useState(false);
  const [triesAlternative, setTriesAlternative] = useState(false);
  useUndoKeys(project.id);
  const told = title.hasError || title.isSaving ? title : description;

  function setStatus(status: ProjectStatus): void {
    if (status !== project.status) update({ id: project.id, changes: { status } });
  }

  return (
    <header>
      <Crumbs aria-label="Breadcrumb">
        <IconButton label="Back to projects" icon={<ArrowLeft size={16} aria-hidden />} onClick={close} />
        <ol>
          <li>
            <Back type="button" onClick={close}>
              Projects
            </Back>
          </li>
          <li aria-hidden>&gt;</li>
          <li aria-current="page" dir="auto">
            {title.hasError ? title.stored : title.value}
          </li>
        </ol>
      </Crumbs>
      <Row>
        <Words>
          {/* The title looks like a field, but for screen readers it is the page's heading. */}
          <VisuallyHidden as="h1">{(title.hasError ? title.stored : title.value) || 'Untitled Project'}</VisuallyHidden>
          <HeaderField
            field={title}
            aria-label="Project title"
            placeholder="Click to add title..."
            limit={characters(LIMITS.title)}
          />
          <HeaderField
            field={description}
            enterMakesLine
            aria-label="Project description"
            placeholder="Click to add description..."
            limit={characters(LIMITS.description)}
          />
        </Words>
        <Actions>
          <SaveState {...told} />
          <Select value={project.status} onValueChange={setStatus} options={STATUSES} ariaLabel="Project status" />
          <Button variant="ghost" icon={<Clock size={16} aria-hidden />} onClick={() => setShowsHistory(true)}>
            History
          </Button>
          <Button icon={<Plus size={16} aria-hidden />} loading={isAdding} onClick={newScene}>
            New Scene
          </Button>
          <OpenProjectMenu
            project={project}
            onRecentlyDeleted={() => setShowsDeleted(true)}
            onTryAlternative={() => setTriesAlternative(true)}
          />
        </Actions>
      </Row>
      <AlternativesBar project={project} />
      {showsDeleted && <DeletedThings projectId={project.id} onClose={() => setShowsDeleted(false)} />}
      {showsHistory && <HistoryDrawer project={project} onClose={() => setShowsHistory(false)} />}
      {triesAlternative && <TryAlternative project={project} onClose={() => setTriesAlternative(false)} />}
    </header>
  );
}
