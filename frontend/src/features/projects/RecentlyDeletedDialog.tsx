import styled from '@emotion/styled';
import { DELETED_THINGS } from '@storyreel/contracts';
import type { DeletedProject } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, FocusEventHandler } from 'react';
import { pictureSource } from '../../platform/picture-source';
import { Button, Dialog, ListState, Moment, space, tokens } from '../../ui';
import { restoreProject } from './api';
import { useDeletedProjects } from './deleted';

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
  /** Kind or origin of the deleted item. */
  about: string;
  picture: string | null;
  /** Address of a clip, whose first frame is shown when there is no image. */
  clip?: string;
  deletedAt: string;
}

interface DeletedRowProps {
  entry: DeletedEntry;
  isRestoring: boolean;
  onFocus: FocusEventHandler<HTMLButtonElement>;
  onRestore: () => void;
}

/** A deleted item with a Restore button. */
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

const List = styled.ul`
  display: grid;
  gap: ${space(1)};
`;
const Group = styled.section`
  & + & {
    padding-top: ${space(4)};
  }
`;
const GroupHead = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  min-height: 32px;
  & > h3 {
    min-width: 0;
    overflow-wrap: anywhere;
    font-size: ${tokens.body};
    font-weight: 600;
  }
  & > button {
    flex: none;
  }
`;
const Note = styled.p`
  padding-top: ${space(3)};
  color: ${tokens.text2};
`;

/** Items that one button restores together. */
export interface DeletedGroup {
  key: string;
  name: string;
}

interface Groups<Thing> {
  of: (thing: Thing) => DeletedGroup;
  /** Returns a count in words, such as '2 scenes'. */
  countOf: (things: Thing[]) => string;
  /** Restores the items and shows the outcome. */
  onRestore: (newestFirst: Thing[]) => Promise<void>;
}

interface RecentlyDeletedDialogProps<Thing> {
  list: { data: Thing[] | undefined; isPending: boolean; isError: boolean; refetch: () => unknown };
  entryOf: (thing: Thing) => DeletedEntry;
  description: string;
  /** Text of the empty list. */
  empty: string;
  /** Restores the item and shows the outcome. */
  onRestore: (thing: Thing) => Promise<void>;
  groups?: Groups<Thing>;
  onClose: () => void;
}

type Entry<Thing> = DeletedEntry & { thing: Thing };

/**
 * Groups the entries and sorts the groups by their newest entry. When no groups are defined, all entries form one group
 * without a name.
 */
function grouped<Thing>(entries: Entry<Thing>[], groups: Groups<Thing> | undefined) {
  const found = new Map<string, { name: string; entries: Entry<Thing>[] }>();
  for (const entry of entries) {
    const { key, name } = groups?.of(entry.thing) ?? { key: '', name: '' };
    const group = found.get(key) ?? { name, entries: [] };
    group.entries.push(entry);
    found.set(key, group);
  }
  return [...found].map(([key, group]) => ({ key, ...group }));
}

const buttonsIn = (element: HTMLElement | null) => [...(element?.querySelectorAll<HTMLElement>('li button') ?? [])];
/** Returns true for a button's own row, and for the rows after a group's button. */
const isAtOrAfter = (button: Element, other: Element): boolean =>
  button === other || (button.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/**
 * Lists deleted items, newest first, each with a Restore button. A restored item leaves the list, even when it was
 * restored elsewhere.
 */
export function RecentlyDeletedDialog<Thing>(props: RecentlyDeletedDialogProps<Thing>) {
  const { list, entryOf, description, empty, onRestore, groups, onClose } = props;
  const { data = [], isPending, isError, refetch } = list;
  const [restoring, setRestoring] = useState<ReadonlySet<string>>(new Set());
  const body = useRef<HTMLDivElement>(null);
  /** Index of the row that had the focus last. */
  const place = useRef(0);
  const entries = data.map((thing) => ({ thing, ...entryOf(thing) }));

  // Restoring removes the focused button, so the focus moves to the button of the next entry, or else of the previous
  // one. It never moves to 'Restore All', which a second Enter would press by mistake.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    const buttons = buttonsIn(body.current);
    const close = body.current?.closest('[data-dialog]')?.querySelector<HTMLElement>('button');
    (buttons[place.current] ?? buttons.at(-1) ?? close)?.focus();
  }, [list.data]);

  function remember({ currentTarget }: FocusEvent<HTMLButtonElement>): void {
    place.current = buttonsIn(body.current).findIndex((button) => isAtOrAfter(currentTarget, button));
  }

  async function restore(wanted: Entry<Thing>[], put: () => Promise<void>): Promise<void> {
    const keys = wanted.map(({ key }) => key);
    // Ignores a second press while the first one is in progress.
    if (keys.some((key) => restoring.has(key))) return;
    setRestoring((others) => new Set([...others, ...keys]));
    await put();
    setRestoring((others) => new Set([...others].filter((other) => !keys.includes(other))));
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Recently Deleted" description={description}>
      <div ref={body}>
        <ListState
          isPending={isPending}
          isError={isError && !list.data}
          isEmpty={entries.length === 0}
          empty={{ title: 'Nothing to restore', line: empty }}
          drawing="pages"
          what="what was deleted"
          retry={refetch}
        >
          {grouped(entries, groups).map(({ key: group, name: heading, entries: members }) => (
            <Group key={group}>
              {heading !== '' && (
                <GroupHead>
                  <h3 dir="auto">{heading}</h3>
                  {groups && members.length > 1 && (
                    <Button
                      size="small"
                      variant="ghost"
                      aria-busy={members.some(({ key }) => restoring.has(key)) || undefined}
                      aria-label={`Restore all ${groups.countOf(members.map(({ thing }) => thing))}, ${heading}`}
                      onFocus={remember}
                      onClick={() => void restore(members, () => groups.onRestore(members.map(({ thing }) => thing)))}
                    >
                      Restore All
                    </Button>
                  )}
                </GroupHead>
              )}
              <List>
                {members.map((entry) => (
                  <DeletedRow
                    key={entry.key}
                    entry={entry}
                    isRestoring={restoring.has(entry.key)}
                    onFocus={remember}
                    onRestore={() => void restore([entry], () => onRestore(entry.thing))}
                  />
                ))}
              </List>
            </Group>
          ))}
          {entries.length === DELETED_THINGS && <Note>Older items are not listed.</Note>}
        </ListState>
      </div>
    </Dialog>
  );
}

const projectEntry = ({ id, title, sceneCount, thumbnail, deletedAt }: DeletedProject): DeletedEntry => ({
  key: id,
  name: title.trim() || 'Untitled Project',
  about: sceneCount === 1 ? '1 scene' : `${sceneCount} scenes`,
  picture: thumbnail,
  deletedAt,
});

/** Lists deleted projects. */
export default function DeletedProjects({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const list = useDeletedProjects();
  return (
    <RecentlyDeletedDialog
      list={list}
      entryOf={projectEntry}
      description="A restored project comes back with its scenes."
      empty="Projects you delete appear here."
      onRestore={(project) => restoreProject(queryClient, project)}
      onClose={onClose}
    />
  );
}
