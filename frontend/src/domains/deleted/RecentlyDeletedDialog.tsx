import styled from '@emotion/styled';
import { DELETED_THINGS } from '@storyreel/contracts';
import { useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { Button, Dialog, ListState, space, tokens } from '../../ui';
import { DeletedRow, type DeletedEntry } from './DeletedRow';

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

/** Several things that one press puts back. */
export interface DeletedGroup {
  key: string;
  name: string;
}

interface Groups<Thing> {
  of: (thing: Thing) => DeletedGroup;
  /** '2 scenes' */
  countOf: (things: Thing[]) => string;
  /** Tells by itself how it went. */
  onRestore: (newestFirst: Thing[]) => Promise<void>;
}

interface RecentlyDeletedDialogProps<Thing> {
  list: { data: Thing[] | undefined; isPending: boolean; isError: boolean; refetch: () => unknown };
  entryOf: (thing: Thing) => DeletedEntry;
  description: string;
  /** What will be listed. */
  empty: string;
  /** Tells by itself how it went. */
  onRestore: (thing: Thing) => Promise<void>;
  groups?: Groups<Thing>;
  onClose: () => void;
}

type Entry<Thing> = DeletedEntry & { thing: Thing };

/** In the order of their newest entries; all in one group without a name where there are none. */
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
/** The row of a button, or the first one below a button that is for several. */
const isAtOrAfter = (button: Element, other: Element): boolean =>
  button === other || (button.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** What was deleted, newest first, each with its way back. What is put back leaves the list, from wherever that is done. */
export function RecentlyDeletedDialog<Thing>(props: RecentlyDeletedDialogProps<Thing>) {
  const { list, entryOf, description, empty, onRestore, groups, onClose } = props;
  const { data = [], isPending, isError, refetch } = list;
  const [restoring, setRestoring] = useState<ReadonlySet<string>>(new Set());
  const body = useRef<HTMLDivElement>(null);
  /** The row whose button had the focus last. */
  const place = useRef(0);
  const entries = data.map((thing) => ({ thing, ...entryOf(thing) }));

  // An entry goes with the button that was pressed: the next one's takes the focus, else that of the one before. Never
  // 'Restore All', which does more than who goes on pressing Enter has asked for.
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
    // A second press while it is under way is the same one.
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
          {entries.length === DELETED_THINGS && <Note>Older ones are not listed.</Note>}
        </ListState>
      </div>
    </Dialog>
  );
}
